#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <vector>

#include "unicode_ranges.hpp"

namespace tiny_llm {

/// What a character is, as patterns for tokenizers ask: \p{L}, \p{N}, \s, or none of the three.
enum class Kind { letter, number, space, other };

struct Character {
    std::string_view bytes;  // its UTF-8, a part of the text
    Kind kind;
    char ascii;  // itself in lower case if it is ASCII, 0 if not. ſ is an s here: it is one when case doesn't count
};

/// The text's characters, in order. A byte that is no UTF-8 is a character of kind other.
inline std::vector<Character> characters(std::string_view text) {
    const auto is_in = [](const auto& ranges, char32_t code) {
        const auto* range = std::lower_bound(std::begin(ranges), std::end(ranges), code,
                                             [](const CodePoints& one, char32_t c) { return one.last < c; });
        return range != std::end(ranges) && range->first <= code;
    };
    const auto kind_of = [&](char32_t c) {
        if (c < 0x80) {
            if ((U'a' <= c && c <= U'z') || (U'A' <= c && c <= U'Z')) return Kind::letter;
            if (U'0' <= c && c <= U'9') return Kind::number;
            return (9 <= c && c <= 13) || c == U' ' ? Kind::space : Kind::other;
        }
        if (c == 0x85 || c == 0xA0 || c == 0x1680 || (0x2000 <= c && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
            c == 0x202F || c == 0x205F || c == 0x3000)
            return Kind::space;
        if (is_in(unicode_letters, c)) return Kind::letter;
        return is_in(unicode_numbers, c) ? Kind::number : Kind::other;
    };

    std::vector<Character> all;
    while (!text.empty()) {
        const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
        std::size_t length = byte(0) < 0x80 ? 1 : byte(0) < 0xC2 ? 0 : byte(0) < 0xE0 ? 2 : byte(0) < 0xF0 ? 3 : 4;
        char32_t code = length == 1 ? byte(0) : byte(0) & (0x7F >> length);
        if (length > text.size()) length = 0;
        for (std::size_t i = 1; i < length; ++i) {
            if ((byte(i) & 0xC0) != 0x80) length = 0;
            else code = code << 6 | (byte(i) & 0x3F);
        }
        const bool too_long = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
        if (length == 0 || too_long || (0xD800 <= code && code < 0xE000) || code > 0x10FFFF) {
            all.push_back({text.substr(0, 1), Kind::other, 0});
        } else {
            const bool is_capital = U'A' <= code && code <= U'Z';
            const auto ascii = static_cast<char>(code == 0x17F ? U's'
                                                 : is_capital  ? code + 32
                                                 : code < 0x80 ? code
                                                               : 0);
            all.push_back({text.substr(0, length), kind_of(code), ascii});
        }
        text.remove_prefix(all.back().bytes.size());
    }
    return all;
}

}  // namespace tiny_llm
