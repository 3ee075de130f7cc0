#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "terminal/terminal.hpp"

namespace learn {

/// Several texts that grow at the same time, next to and below each other on a terminal: of each, its end.
class SideBySide {
public:
    /// texts   how many; at least 1
    SideBySide(std::size_t texts, Size terminal);

    void add(std::size_t text, std::string_view piece);

    /// Always the same number of lines, none of them wider than the terminal.
    std::vector<std::string> lines() const;

private:
    std::vector<std::string> texts_;
    std::size_t across_, width_, height_;  // columns of texts; of a text, with the space after it
};

/// What the program `story --events` writes, drawn in place as it comes.
class LiveStories {
public:
    explicit LiveStories(std::size_t stories) : stories_(stories, terminal_size()) {}

    void put(std::string_view output);
    void end() { draw(); }
    void take_away();

private:
    void take(const std::string& line);
    void draw();

    SideBySide stories_;
    std::string begun_;  // a line
    std::size_t drawn_ = 0;
    std::uint64_t drawn_at_ = 0;
};

}  // namespace learn
