#pragma once

#include <cstddef>
#include <string>
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

/// Whether this can do more than be read: control characters, C1 too, marks that turn text around, what ends a line, what nobody
/// sees, what XML does not take. What joins letters or emoji, accents and variation selectors are none of these.
bool is_harmful(char32_t code);

/// The first character of `text` as it could stand in a program: \x1B for a byte, \u{202E} for a character.
std::string escaped(std::string_view text);

/// What others wrote, for a terminal or a table: what is harmful or no UTF-8 is escaped, all else stays. A line feed and a tab
/// stay, or not those either. tools/class/harmless.py is the same for Python, and a test compares the two.
std::string harmless(std::string_view text);
std::string harmless_line(std::string_view text);

/// Bytes at the end of `text` that are the beginning of a character.
std::size_t begun(std::string_view text);

}  // namespace utf8
