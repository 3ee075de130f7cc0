#include "byte_level.hpp"

namespace tiny_llm {

namespace {

bool stays(unsigned char byte) { return byte > 32 && byte != 173 && (byte < 127 || byte > 160); }

/// The character of one byte: moved by as many as were moved before it.
std::string character(unsigned char byte) {
    unsigned code = byte;
    if (!stays(byte)) {
        code = 256;
        for (unsigned char before = 0; before < byte; ++before) code += stays(before) ? 0 : 1;
    }
    std::string utf8;
    if (code > 127) utf8 += static_cast<char>(code / 64 + 192);
    utf8 += static_cast<char>(code > 127 ? code % 64 + 128 : code);
    return utf8;
}

}  // namespace

std::string to_byte_level(std::string_view bytes) {
    if (bytes.empty()) return "";
    if (bytes.size() == 1) return character(static_cast<unsigned char>(bytes[0]));
    const std::size_t half = bytes.size() / 2;
    return to_byte_level(bytes.substr(0, half)) + to_byte_level(bytes.substr(half));
}

std::string from_byte_level(std::string_view text) {
    if (text.empty()) return "";
    // In halves while it is long: a call for each character would fill the stack.
    if (text.size() > 100) {
        std::size_t half = text.size() / 2;
        if ((text[half] & 0xC0) == 0x80) ++half;
        return from_byte_level(text.substr(0, half)) + from_byte_level(text.substr(half));
    }
    for (int byte = 0; byte < 256; ++byte) {
        const std::string one = character(static_cast<unsigned char>(byte));
        if (text.starts_with(one)) return static_cast<char>(byte) + from_byte_level(text.substr(one.size()));
    }
    throw std::invalid_argument("from_byte_level: stands for no byte");
}

}  // namespace tiny_llm
