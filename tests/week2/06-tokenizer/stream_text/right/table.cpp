#include "stream_text.hpp"

#include <array>
#include <cstdint>

namespace tiny_llm {
namespace {

/// The Unicode Standard's table 3-7, a row each: from and to of each byte.
struct Row {
    std::array<std::uint8_t, 8> bounds;
    std::size_t size;
};
constexpr Row table[] = {
    {{0x00, 0x7F}, 1},
    {{0xC2, 0xDF, 0x80, 0xBF}, 2},
    {{0xE0, 0xE0, 0xA0, 0xBF, 0x80, 0xBF}, 3},
    {{0xE1, 0xEC, 0x80, 0xBF, 0x80, 0xBF}, 3},
    {{0xED, 0xED, 0x80, 0x9F, 0x80, 0xBF}, 3},
    {{0xEE, 0xEF, 0x80, 0xBF, 0x80, 0xBF}, 3},
    {{0xF0, 0xF0, 0x90, 0xBF, 0x80, 0xBF, 0x80, 0xBF}, 4},
    {{0xF1, 0xF3, 0x80, 0xBF, 0x80, 0xBF, 0x80, 0xBF}, 4},
    {{0xF4, 0xF4, 0x80, 0x8F, 0x80, 0xBF, 0x80, 0xBF}, 4},
};

enum class Are { none, beginning, whole };

Are what(const std::string& bytes) {
    for (const Row& row : table) {
        bool fits = bytes.size() <= row.size;
        for (std::size_t k = 0; fits && k < bytes.size(); ++k) {
            const auto byte = static_cast<std::uint8_t>(bytes[k]);
            fits = row.bounds[2 * k] <= byte && byte <= row.bounds[2 * k + 1];
        }
        if (fits) return bytes.size() == row.size ? Are::whole : Are::beginning;
    }
    return Are::none;
}

}  // namespace

std::string TextStream::push(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes) {
        if (!pending.empty() && what(pending + byte) == Are::none) text += end();
        pending += byte;
        switch (what(pending)) {
            case Are::whole:
                text += pending;
                pending.clear();
                break;
            case Are::none: text += end(); break;
            case Are::beginning: break;
        }
    }
    return text;
}

std::string TextStream::end() {
    std::string text;
    if (!pending.empty()) text = "\xEF\xBF\xBD";
    pending.clear();
    return text;
}

}  // namespace tiny_llm
