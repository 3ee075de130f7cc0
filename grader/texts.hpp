#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/value.hpp"

namespace grader {

/// A shape as PyTorch prints it: "(2, 3)", "(4,)", "()".
std::string shape_text(const std::vector<std::size_t>& shape);

/// Text as it could stand in a program: bytes that are no UTF-8 or no letters as \x and their number, characters that nobody
/// sees or that have no column of their own as \u{…}, U+FFFD too. What does not fit in so many columns is left out.
std::string quoted(std::string_view text, std::size_t room);

/// Text and whole numbers as they are, lists of them in brackets; nothing where there is something else or where it takes
/// more columns.
std::optional<std::string> on_a_line(const Value& value, std::size_t room);

/// A list whose elements are short, as far as it fits. Nothing for others.
std::optional<std::string> list_on_a_line(const Value& value, std::size_t room);

/// Two values on a line each, from the same place on, so that they stand below each other up to where they first differ.
struct Beside {
    std::string yours, expected;
    std::size_t column;  // of the first difference
};

/// Of two texts, or of two lists whose elements are short. Nothing for others.
std::optional<Beside> beside(const Value& yours, const Value& expected, std::size_t room);

}  // namespace grader
