#include "model/tokenizer/field.hpp"

#include "model/error.hpp"

namespace tiny_llm {

namespace {

const nlohmann::json missing;

/// Short and on one line, whatever the file holds.
std::string shown(const nlohmann::json& value) {
    if (value.is_structured()) return value.is_object() ? "an object" : "an array";
    if (value.is_string()) return in_quotes(value.get_ref<const std::string&>());
    return value.dump();
}

}  // namespace

std::string in_quotes(std::string_view text) {
    return nlohmann::json(text.size() <= 80 ? std::string(text) : std::string(text.substr(0, 80)) + "…")
        .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Field Field::operator[](const std::string& member) const {
    if (!value_->is_object()) fail("expected an object, found " + shown(*value_));
    if (path_.size() > 500) fail("nested too deeply");
    const auto found = value_->find(member);
    return {*this, path_.empty() ? member : path_ + "." + member, found == value_->end() ? missing : *found};
}

std::vector<Field> Field::elements() const {
    if (!value_->is_array()) fail("expected an array, found " + shown(*value_));
    std::vector<Field> all;
    for (const auto& element : *value_) all.push_back({*this, path_ + "[" + std::to_string(all.size()) + "]", element});
    return all;
}

std::string Field::string() const {
    if (!value_->is_string()) fail("expected a string, found " + shown(*value_));
    return value_->get<std::string>();
}

bool Field::boolean() const {
    if (!value_->is_boolean()) fail("expected true or false, found " + shown(*value_));
    return value_->get<bool>();
}

std::int64_t Field::integer(std::int64_t largest) const {
    const bool fits =
        value_->is_number_unsigned() && value_->get<std::uint64_t>() <= static_cast<std::uint64_t>(largest);
    if (!fits) fail("expected a whole number from 0 to " + std::to_string(largest) + ", found " + shown(*value_));
    return value_->get<std::int64_t>();
}

void Field::require(const nlohmann::json& only) const {
    if (!is_null() && *value_ != only) fail("expected " + shown(only) + ", found " + shown(*value_));
}

void Field::fail(const std::string& what_is_wrong) const {
    throw ModelError(*file_ + ": " + (path_.empty() ? "" : path_ + ": ") + what_is_wrong);
}

}  // namespace tiny_llm
