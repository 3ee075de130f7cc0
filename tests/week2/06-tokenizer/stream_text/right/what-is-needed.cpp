#include "stream_text.hpp"

namespace tiny_llm {

// The web's way: how many bytes are needed, and between which bounds the next one lies. Both follow from what is pending.
std::string TextStream::push(std::string_view bytes) {
    unsigned needed = 0, lower = 0x80, upper = 0xBF;
    const auto begin = [&](unsigned byte) {
        needed = byte - 0xC2 < 0x1E ? 1 : byte - 0xE0 < 0x10 ? 2 : byte - 0xF0 < 5 ? 3 : 0;
        lower = byte == 0xE0 ? 0xA0 : byte == 0xF0 ? 0x90 : 0x80;
        upper = byte == 0xED ? 0x9F : byte == 0xF4 ? 0x8F : 0xBF;
    };
    for (std::size_t k = 0; k < pending.size(); ++k) {
        if (k == 0) begin(static_cast<unsigned char>(pending[k]));
        else --needed, lower = 0x80, upper = 0xBF;
    }
    std::string text;
    const std::string unknown = "\uFFFD";
    for (auto next = bytes.begin(); next != bytes.end();) {
        const unsigned byte = static_cast<unsigned char>(*next);
        if (needed == 0) {
            begin(byte);
            if (needed > 0) pending = *next;
            else text += byte < 0x80 ? std::string(1, *next) : unknown;
        } else if (byte < lower || byte > upper) {
            text += unknown;
            pending.clear();
            needed = 0;
            continue;  // read again
        } else {
            pending += *next;
            lower = 0x80, upper = 0xBF;
            if (--needed == 0) {
                text += pending;
                pending.clear();
            }
        }
        ++next;
    }
    return text;
}

std::string TextStream::end() {
    std::string left;
    left.swap(pending);
    return left.empty() ? left : "\uFFFD";
}

}  // namespace tiny_llm
