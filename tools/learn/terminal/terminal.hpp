#pragma once

#include <cstddef>
#include <string>

#include "grading/status.hpp"

namespace learn {

/// False where no escape byte may be written: on a terminal that knows none (TERM=dumb), or where nobody wants any (NO_COLOR).
bool escapes();

/// Standard output is a terminal that shows colours, and nobody asked for none.
bool colours();

bool stdin_is_terminal();
bool stdout_is_terminal();
bool stderr_is_terminal();

struct Size {
    std::size_t columns, rows;
};

/// 80 × 24 where it is not known.
Size terminal_size();

/// Of a sentence: 78, and fewer at a terminal that is narrower.
std::size_t text_columns();

std::string bold(const std::string& text);
std::string dim(const std::string& text);
std::string coloured(Status status, const std::string& text);

/// To standard output, at once. What could steer the terminal is escaped, but for the colours above; a character is not cut in two.
void print(const std::string& text);

/// The same for sentences: lines that a terminal is too narrow for are broken between their words.
void print_text(const std::string& text);
void print_line(const std::string& text = "");
void clear_screen();

/// Why something of that could not be written; empty where all was, or where the reader wanted no more of it (| head).
std::string why_not_printed();

/// Whoever starts this program may have closed one of the three standard files. The next file that is opened, the learner's
/// state perhaps, would get its number and all that is printed: so the numbers are taken first.
void keep_standard_files_taken();

/// A sentence to standard error; never mixed with JSON.
void warn(const std::string& text);

}  // namespace learn
