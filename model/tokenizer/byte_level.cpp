#include "model/tokenizer/byte_level.hpp"

#include <array>

namespace tiny_llm {

namespace {

bool stands_for_itself(int byte) {
    return ('!' <= byte && byte <= '~') || (0xA1 <= byte && byte <= 0xAC) || (0xAE <= byte && byte <= 0xFF);
}

/// The alphabet ends at U+0143, so each character has one byte or two.
struct Alphabet {
    std::array<std::string, 256> character_of;
    std::array<int, 0x144> byte_of;

    Alphabet() {
        byte_of.fill(-1);
        int next = 0x100;
        for (int byte = 0; byte < 256; ++byte) {
            const int code_point = stands_for_itself(byte) ? byte : next++;
            byte_of[code_point] = byte;
            if (code_point < 0x80) character_of[byte] = {static_cast<char>(code_point)};
            else
                character_of[byte] = {static_cast<char>(0xC0 | code_point >> 6),
                                      static_cast<char>(0x80 | (code_point & 0x3F))};
        }
    }
};

const Alphabet& alphabet() {
    static const Alphabet made;
    return made;
}

}  // namespace

std::string bytes_to_characters(std::string_view bytes) {
    std::string characters;
    for (const unsigned char byte : bytes) characters += alphabet().character_of[byte];
    return characters;
}

std::optional<std::string> characters_to_bytes(std::string_view characters) {
    std::string bytes;
    for (std::size_t at = 0; at < characters.size(); ++at) {
        std::size_t code_point = static_cast<unsigned char>(characters[at]);
        if (code_point >= 0x80) {
            if (code_point < 0xC0 || code_point >= 0xE0 || ++at == characters.size()) return std::nullopt;
            code_point = (code_point & 0x1F) << 6 | (static_cast<unsigned char>(characters[at]) & 0x3F);
        }
        if (code_point >= alphabet().byte_of.size() || alphabet().byte_of[code_point] < 0) return std::nullopt;
        bytes += static_cast<char>(alphabet().byte_of[code_point]);
    }
    return bytes;
}

}  // namespace tiny_llm
