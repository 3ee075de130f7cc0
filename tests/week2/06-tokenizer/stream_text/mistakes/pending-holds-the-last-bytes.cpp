#include "stream_text.hpp"

#include <utility>

namespace tiny_llm {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

/// Bytes of the character that begins so; 0 where none does.
std::size_t length_of(unsigned char first) {
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) return 2;
    if (first >= 0xE0 && first <= 0xEF) return 3;
    if (first >= 0xF0 && first <= 0xF4) return 4;
    return 0;
}

/// Whether this byte may stand behind `first`. After E0 and F0 low ones would be longer than needed, after ED there would be
/// surrogates, after F4 code points beyond the last.
bool may_be_second(unsigned char first, unsigned char byte) {
    const unsigned char least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned char most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    return least <= byte && byte <= most;
}

}  // namespace

std::string TextStream::push(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes) {
        const auto value = static_cast<unsigned char>(byte);
        if (!pending.empty() && pending.size() == length_of(static_cast<unsigned char>(pending[0]))) pending.clear();
        if (!pending.empty()) {
            const auto first = static_cast<unsigned char>(pending[0]);
            const bool fits = pending.size() == 1 ? may_be_second(first, value) : (value & 0xC0) == 0x80;
            if (fits) {
                pending += byte;
                if (pending.size() == length_of(first)) text += pending;
                continue;
            }
            // The beginning stays one; this byte may begin the next character.
            text += replacement;
            pending.clear();
        }
        if (length_of(value) == 1) text += byte;
        else if (length_of(value) == 0) text += replacement;
        else pending = byte;
    }
    return text;
}

std::string TextStream::end() {
    const bool unfinished = !pending.empty() && pending.size() < length_of(static_cast<unsigned char>(pending[0]));
    pending.clear();
    return std::string(unfinished ? replacement : "");
}

}  // namespace tiny_llm
