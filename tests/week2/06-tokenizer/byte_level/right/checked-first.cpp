#include "byte_level.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <unordered_map>

namespace tiny_llm {

namespace {

std::array<char32_t, 256> table() {
    std::array<char32_t, 256> codes{};
    std::iota(codes.begin(), codes.end(), U'\0');
    char32_t next = U'\u0100';
    const auto move = [&](std::size_t first, std::size_t last) {
        std::generate(codes.begin() + first, codes.begin() + last + 1, [&] { return next++; });
    };
    move(0, ' ');
    move(0x7F, 0xA0);
    move(0xAD, 0xAD);
    return codes;
}

bool continues(char c) { return (c & 0xC0) == 0x80; }

}  // namespace

std::string to_byte_level(std::string_view bytes) {
    static const auto codes = table();
    std::string text;
    text.reserve(2 * bytes.size());
    std::for_each(bytes.begin(), bytes.end(), [&](char c) {
        const char32_t code = codes[static_cast<std::uint8_t>(c)];
        if (code < 0x80) {
            text.push_back(static_cast<char>(code));
            return;
        }
        for (const char32_t part : {0xC0 | code >> 6, 0x80 | (code & 0x3F)}) text.push_back(static_cast<char>(part));
    });
    return text;
}

/// Two passes: first whether each character has one or two bytes, then what they are.
std::string from_byte_level(std::string_view text) {
    static const auto bytes_of = [] {
        std::unordered_map<std::string, char> map;
        for (int byte = 0; byte < 256; ++byte) {
            const char c = static_cast<char>(byte);
            map.emplace(to_byte_level({&c, 1}), c);
        }
        return map;
    }();
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool two = i + 1 < text.size() && continues(text[i + 1]);
        const bool ascii = static_cast<unsigned char>(text[i]) < 0x80;
        if (ascii == two || continues(text[i])) throw std::invalid_argument("from_byte_level: not UTF-8 of two bytes");
        i += two ? 1 : 0;
    }
    std::string bytes;
    for (auto from = text.begin(); from != text.end();) {
        const auto to = std::find_if_not(std::next(from), text.end(), continues);
        const auto found = bytes_of.find(std::string(from, to));
        if (found == bytes_of.end()) throw std::invalid_argument("from_byte_level: no such character");
        bytes.push_back(found->second);
        from = to;
    }
    return bytes;
}

}  // namespace tiny_llm
