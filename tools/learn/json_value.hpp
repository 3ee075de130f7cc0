#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace learn {

using Json = nlohmann::ordered_json;

// The only two places where the library's parser and writer are compiled: they are half of its compile time.

/// A discarded value, which is no object, where the text is no JSON.
Json parse_json(std::string_view text);

/// Bytes that are no UTF-8 are replaced, as what a learner's code prints may hold any.
std::string json_text(const Json& value, int indent = -1);

}  // namespace learn
