#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace tiny_llm {

/// Reads a JSON file or a part of one, which must be an object; no object in it gives a key twice.
/// Throws ModelError, one line: `where`, then what the parser says, or the key.
nlohmann::json parse_json_object(std::string_view text, const std::string& where);

}  // namespace tiny_llm
