#include "byte_level.hpp"

#include <algorithm>
#include <vector>

namespace tiny_llm {

namespace {

/// The visible bytes first, then the others, and beside them the characters' numbers.
struct Lists {
    std::vector<int> bytes, codes;
    Lists() {
        for (int byte = '!'; byte <= '~'; ++byte) bytes.push_back(byte);
        for (int byte = 0xA1; byte <= 0xAC; ++byte) bytes.push_back(byte);
        for (int byte = 0xAE; byte <= 0xFF; ++byte) bytes.push_back(byte);
        codes = bytes;
        for (int byte = 0; byte < 256; ++byte) {
            if (std::find(bytes.begin(), bytes.end(), byte) != bytes.end()) continue;
            bytes.push_back(byte);
            codes.push_back(256 + static_cast<int>(bytes.size()) - 189);
        }
    }
};

/// UTF-8 as 32-bit numbers; -1 for each byte that belongs to no character of one or two bytes.
std::vector<int> decoded(std::string_view text) {
    std::vector<int> codes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int first = static_cast<unsigned char>(text[i]);
        const int second = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
        if (first < 0x80) {
            codes.push_back(first);
        } else if (0xC2 <= first && first <= 0xDF && 0x80 <= second && second <= 0xBF) {
            codes.push_back((first - 0xC0) * 64 + second - 0x80);
            ++i;
        } else {
            codes.push_back(-1);
        }
    }
    return codes;
}

}  // namespace

std::string to_byte_level(std::string_view bytes) {
    const Lists lists;
    std::string text;
    for (const char c : bytes) {
        const int byte = c < 0 ? c + 256 : c;
        const auto place = std::find(lists.bytes.begin(), lists.bytes.end(), byte) - lists.bytes.begin();
        const int code = lists.codes[static_cast<std::size_t>(place)];
        if (code >= 128) text.push_back(static_cast<char>(192 + code / 64));
        text.push_back(static_cast<char>(code >= 128 ? 128 + code % 64 : code));
    }
    return text;
}

std::string from_byte_level(std::string_view text) {
    const Lists lists;
    std::string bytes;
    for (const int code : decoded(text)) {
        const auto found = std::find(lists.codes.begin(), lists.codes.end(), code);
        if (found == lists.codes.end()) throw std::invalid_argument("from_byte_level: no such character");
        bytes.push_back(static_cast<char>(lists.bytes[static_cast<std::size_t>(found - lists.codes.begin())]));
    }
    return bytes;
}

}  // namespace tiny_llm
