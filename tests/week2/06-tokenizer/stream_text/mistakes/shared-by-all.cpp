#include "stream_text.hpp"

namespace tiny_llm {

/// Of the character, or of the broken one, that begins here; more than there is where it is unfinished.
static std::size_t length(std::string_view bytes) {
    const auto at = [&](std::size_t k) -> unsigned { return static_cast<unsigned char>(bytes[k]); };
    const unsigned first = at(0);
    const std::size_t needed = first >= 0xF0 && first < 0xF5   ? 4
                               : first >= 0xE0 && first < 0xF0 ? 3
                               : first >= 0xC2 && first < 0xE0 ? 2
                                                               : 1;
    for (std::size_t k = 1; k < needed; ++k) {
        if (k == bytes.size()) return needed;
        unsigned least = 0x80, most = 0xBF;
        if (k == 1 && first == 0xE0) least = 0xA0;
        if (k == 1 && first == 0xF0) least = 0x90;
        if (k == 1 && first == 0xED) most = 0x9F;
        if (k == 1 && first == 0xF4) most = 0x8F;
        if (at(k) < least || at(k) > most) return k;
    }
    return needed;
}

/// Of one that is not unfinished: what has as many bytes as its first one says.
static bool is_whole(std::string_view bytes) {
    const unsigned first = static_cast<unsigned char>(bytes[0]);
    const std::size_t n = length(bytes);
    return n == 1 ? first < 0x80 : n == (first >= 0xF0 ? 4u : first >= 0xE0 ? 3u : 2u);
}

std::string kept;

std::string TextStream::push(std::string_view bytes) {
    std::string& pending = kept;
    pending += bytes;
    std::string text;
    while (!pending.empty()) {
        const std::size_t n = length(pending);
        if (n > pending.size()) break;
        text += is_whole(pending) ? pending.substr(0, n) : "\uFFFD";
        pending.erase(0, n);
    }
    return text;
}

std::string TextStream::end() {
    std::string& pending = kept;
    const bool unfinished = !pending.empty();
    pending.clear();
    return unfinished ? "\uFFFD" : "";
}

}  // namespace tiny_llm
