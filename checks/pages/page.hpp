#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// Something found on a page, and where.
struct Item {
    std::size_t line;
    std::string text;

    bool operator==(const Item& other) const { return text == other.text; }
};

/// ```language … ```, at the beginning of its lines.
struct Fence {
    std::size_t line;  // of the opening ```
    std::string language;
    std::vector<std::string> code;  // its lines, without the two ```
    std::string marker;             // "embed: a.cpp#b" of a comment <!-- … --> directly above, or nothing
    bool folded;                    // in <details>
};

/// A Markdown page, taken apart into what is prose and what is code.
struct Page {
    std::string path;         // as it is to be named in messages
    std::vector<Item> prose;  // every line outside of fences, the empty ones too
    std::vector<Fence> fences;
    std::size_t unclosed = 0;  // the line of a fence that never ends
};

Page parse(const std::string& path, const std::string& markdown);

/// "docs/en/week1/01-silu.md:12"
std::string at(const Page& page, std::size_t line);

/// The inline code of a line, `…`, is replaced by as many "x": what is left is text.
std::string without_code(const std::string& line);

/// Splits UTF-8 into characters.
std::vector<std::string> characters(const std::string& text);
std::uint32_t code_point(const std::string& character);
