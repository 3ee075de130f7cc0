#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

/// What the runner and the graders need of JSON, compiled once: reading it and writing it are half of its compile time.
namespace tools {

using Json = nlohmann::ordered_json;  // in the order in which it was written

/// A discarded value, which is no object, where the text is no JSON. What lies too deep is left out: copying or writing
/// a value takes a stack as deep as it is.
Json parse_json(std::string_view text);

/// The number, or the bound that it lies beyond, or the fallback where there is none: a double that is too large for an
/// integer may become anything.
long whole_number(const Json& object, const char* key, long least, long most, long fallback = 0);

/// Bytes that are no UTF-8 are replaced, as what a learner's code prints may hold any; what is harmful is written as \u202e, which
/// every reader takes for the same.
std::string json_text(const Json& value, int indent = -1);

}  // namespace tools
