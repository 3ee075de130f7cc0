#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tools/utf8/utf8.hpp"

namespace learn {

using utf8::harmless;
using utf8::harmless_line;

/// Columns on a terminal: a Chinese character takes two, a combining mark none.
std::size_t width(std::string_view text);

/// Lines of at most `columns`. Breaks at spaces and between Chinese characters, but never before closing
/// punctuation or after opening punctuation.
std::vector<std::string> wrap(std::string_view text, std::size_t columns);

/// Text of which no line is longer than `columns` where a space allows it. What is left of a line goes on below its beginning:
/// after its "| " and its spaces, or, where it is indented, in its second column.
std::string folded(std::string_view text, std::size_t columns);

/// The same as wrap for text that comes in pieces, which may end inside of a word or of a character. What is put is given back
/// at once, but near the end of a line, where a word waits until it is complete. Colours take no room, and stay whole.
class Wrapping {
public:
    explicit Wrapping(std::size_t columns) : columns_(columns) {}  // at least 1
    std::string put(std::string_view text);
    std::string end();

private:
    std::string taken(bool all);

    std::size_t columns_, column_ = 0;
    bool in_word_ = false;  // of which the beginning has been given back
    std::string waiting_;
};

/// Cut to `columns` with "…" where something is missing, or filled up with spaces.
std::string fit(std::string_view text, std::size_t columns);
std::string pad(std::string_view text, std::size_t columns);

bool is_utf8(std::string_view text);

std::string without_escapes(std::string_view text);

std::vector<std::string> lines(std::string_view text);
std::string trim(std::string_view text);

/// silu, linear
std::string joined(const std::vector<std::string>& words);

/// "Aborted", in Chinese with what that is.
std::string signal_text(int number);

/// 0.9, 12.3: seconds for people.
std::string seconds_text(double seconds);

/// How many letters to change, add or drop between the two.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate with the smallest edit distance; empty when nothing is near.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace learn
