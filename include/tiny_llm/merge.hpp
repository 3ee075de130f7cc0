#pragma once

#include <string>
#include <utility>

namespace tiny_llm {

/// Two neighbouring symbols that become one: left and right, UTF-8.
using Merge = std::pair<std::string, std::string>;

}  // namespace tiny_llm
