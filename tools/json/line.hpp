#pragma once

#include <string>

namespace tools {

/// {"key":"value"} and a line feed, for those who need no more of JSON: reading the library is most of a small file's compile time.
std::string json_line(const std::string& key, const std::string& value);

/// A text as JSON writes it.
std::string json_quoted(const std::string& text);

}  // namespace tools
