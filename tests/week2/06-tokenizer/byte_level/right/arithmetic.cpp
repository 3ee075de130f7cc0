#include "byte_level.hpp"

namespace tiny_llm {

namespace {

/// No table: three runs of bytes are moved.
unsigned code_of(unsigned byte) {
    if (byte <= 32) return 0x100 + byte;
    if (127 <= byte && byte <= 160) return 0x121 + (byte - 127);
    if (byte == 173) return 0x143;
    return byte;
}

/// 256 where there is none.
unsigned byte_of(unsigned code) {
    unsigned byte = 0;
    while (byte < 256 && code_of(byte) != code) ++byte;
    return byte;
}

void require(bool holds) {
    if (!holds) throw std::invalid_argument("from_byte_level: not made by to_byte_level");
}

}  // namespace

std::string to_byte_level(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) {
        const unsigned code = code_of(static_cast<unsigned char>(c));
        if (code < 0x80) {
            text += static_cast<char>(code);
        } else {
            text += static_cast<char>(0xC0 | code >> 6);
            text += static_cast<char>(0x80 | (code & 0x3F));
        }
    }
    return text;
}

std::string from_byte_level(std::string_view text) {
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned code = static_cast<unsigned char>(text[i]);
        if (code >= 0x80) {
            require(code >= 0xC0);
            require(code < 0xE0);
            require(i + 1 < text.size());
            const unsigned next = static_cast<unsigned char>(text[++i]);
            require((next & 0xC0) == 0x80);
            code = (code & 0x1F) << 6 | (next & 0x3F);
            require(code >= 0x80);
        }
        const unsigned byte = byte_of(code);
        require(byte < 256);
        bytes += static_cast<char>(byte);
    }
    return bytes;
}

}  // namespace tiny_llm
