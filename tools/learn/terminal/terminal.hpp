#pragma once

#include <cstddef>
#include <string>

#include "grading/status.hpp"

namespace learn {

/// Standard output is a terminal that shows colours, and nobody asked for none (NO_COLOR).
bool colours();

bool stdin_is_terminal();
bool stdout_is_terminal();
bool stderr_is_terminal();

struct Size {
    std::size_t columns, rows;
};

/// 80 × 24 where it is not known.
Size terminal_size();

std::string bold(const std::string& text);
std::string dim(const std::string& text);
std::string coloured(Status status, const std::string& text);

/// To standard output, at once. What could steer the terminal is escaped, but for the colours above; a character is not cut in two.
void print(const std::string& text);
void print_line(const std::string& text = "");
void clear_screen();

/// One line to standard error; never mixed with JSON.
void warn(const std::string& text);

}  // namespace learn
