#include "byte_level.hpp"

#include <array>
#include <map>

namespace tiny_llm {

namespace {

bool is_visible(int byte) {
    return (33 <= byte && byte <= 126) || (161 <= byte && byte <= 172) || (174 <= byte && byte <= 255);
}

/// The code points go up to U+0143: one byte of UTF-8, or two.
std::array<std::string, 256> make_characters() {
    std::array<std::string, 256> characters;
    int next = 0x100;
    for (int byte = 0; byte < 256; ++byte) {
        const int code = is_visible(byte) ? byte : next++;
        if (code < 0x80) characters[byte] = std::string(1, static_cast<char>(code));
        else characters[byte] = {static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & 0x3F))};
    }
    return characters;
}

const std::array<std::string, 256>& characters() {
    static const std::array<std::string, 256> table = make_characters();
    return table;
}

std::map<std::string_view, char> make_bytes() {
    std::map<std::string_view, char> bytes;
    for (int byte = 0; byte < 256; ++byte) bytes[characters()[byte]] = static_cast<char>(byte);
    return bytes;
}

}  // namespace

std::string to_byte_level(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes) text += characters()[static_cast<unsigned char>(byte)];
    return text;
}

std::string from_byte_level(std::string_view text) {
    static const std::map<std::string_view, char> byte_of = make_bytes();
    std::string bytes;
    while (!text.empty()) {
        const std::size_t length = static_cast<unsigned char>(text[0]) < 0x80 ? 1 : 2;
        const auto found = byte_of.find(text.substr(0, length));
        if (found == byte_of.end()) {
            throw std::invalid_argument("from_byte_level: character " + std::to_string(bytes.size()) +
                                        ", counted from 0, is none of the 256");
        }
        bytes += found->second;
        text.remove_prefix(length);
    }
    return bytes;
}

}  // namespace tiny_llm
