#pragma once

#include <cstddef>
#include <string_view>

/// UTF-8 and the columns that it takes on a terminal, by utf8proc. The one place that knows of either.
namespace utf8 {

struct Character {
    char32_t code = 0xFFFD;
    std::size_t bytes = 1;
    bool valid = false;
};

/// The first character of `text`, which is not empty; U+FFFD for a byte that begins none.
Character first(std::string_view text);

/// Columns on a terminal: a Chinese character takes two, a combining mark none.
std::size_t columns(char32_t code);
std::size_t columns(std::string_view text);

/// The longest beginning of `text` that takes no more than so many columns.
std::string_view fitting(std::string_view text, std::size_t most);

}  // namespace utf8
