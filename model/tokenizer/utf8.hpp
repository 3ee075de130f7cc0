#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace tiny_llm {

/// How many bytes the first character of `text` has, 1 to 4; 0 where the text is empty or its first byte begins none.
std::size_t character_length(std::string_view text);

/// Cuts `text` into runs of whole characters and single bytes that belong to no character, in order.
void for_each_run(std::string_view text, const std::function<void(std::string_view)>& whole,
                  const std::function<void(std::string_view)>& broken);

}  // namespace tiny_llm
