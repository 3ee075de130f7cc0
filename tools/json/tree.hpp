#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tools {

/// What JSON says, for those who only read it: the library's own value takes seconds to compile.
struct Tree {
    enum class Kind : unsigned char { null, boolean, integer, number, text, array, object };

    Kind kind = Kind::null;
    std::string key;  // of an object's member
    bool truth = false;
    std::int64_t integer = 0;
    double number = 0;  // an integer's, too
    std::string text;
    std::vector<Tree> items;  // of an array; the members of an object, in the order in which they were written

    const Tree* find(std::string_view name) const;
    /// The member of this name; std::runtime_error where there is none.
    const Tree& at(std::string_view name) const;
    bool contains(std::string_view name) const { return find(name) != nullptr; }
    /// The number, or the text; std::runtime_error where it is something else.
    double as_number() const;
    const std::string& as_text() const;
    /// A member's text; `fallback` where there is no member of this name.
    std::string text_of(std::string_view name, const std::string& fallback = "") const;
};

/// Throws std::runtime_error where the text is no JSON.
Tree read_tree(std::string_view text);

}  // namespace tools
