#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tiny_llm {

/// As JSON has it, with quotation marks and on one line.
std::string in_quotes(std::string_view text);

/// A value of a JSON file that knows where it stands, so that whatever is wrong with it is told as
/// "<file>: <key>: what is wrong" in a ModelError. Refers to the JSON and the file name, which must outlive it.
class Field {
public:
    Field(const std::string& file, const nlohmann::json& root) : file_(&file), value_(&root) {}

    /// A missing member is null: what it may be is asked of it afterwards.
    Field operator[](const std::string& member) const;
    bool is_null() const { return value_->is_null(); }
    bool is_string() const { return value_->is_string(); }
    std::vector<Field> elements() const;

    std::string string() const;
    std::string string_or(const std::string& otherwise) const { return is_null() ? otherwise : string(); }
    bool boolean() const;
    bool boolean_or(bool otherwise) const { return is_null() ? otherwise : boolean(); }
    /// From 0 to `largest`.
    std::int64_t integer(std::int64_t largest) const;

    /// For a setting that must be this one, or missing, to be understood.
    void require(const nlohmann::json& only) const;
    /// The text of "type".
    std::string type() const { return (*this)["type"].string(); }
    [[noreturn]] void fail(const std::string& what_is_wrong) const;

private:
    Field(const Field& parent, const std::string& path, const nlohmann::json& value)
        : file_(parent.file_), path_(path), value_(&value) {}

    const std::string* file_;
    std::string path_;
    const nlohmann::json* value_;
};

}  // namespace tiny_llm
