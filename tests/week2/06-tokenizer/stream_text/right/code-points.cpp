#include "stream_text.hpp"

namespace tiny_llm {
namespace {

/// A character of `n` bytes as a number: what its bytes say, the first one's marks taken off.
char32_t code_of(std::string_view bytes) {
    char32_t code = static_cast<unsigned char>(bytes[0]);
    if (bytes.size() > 1) code &= 0x7Fu >> bytes.size();
    for (const char byte : bytes.substr(1)) code = code << 6 | (static_cast<unsigned char>(byte) & 0x3Fu);
    return code;
}

std::string written(char32_t code) {
    std::string bytes;
    if (code < 0x80) return {static_cast<char>(code)};
    std::size_t rest = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    bytes += static_cast<char>((0xF00u >> (rest + 1) & 0xFF) | code >> 6 * rest);
    while (rest-- > 0) bytes += static_cast<char>(0x80 | (code >> 6 * rest & 0x3F));
    return bytes;
}

/// Whether some character begins so: of those that may follow, one is shortest written and no surrogate.
bool may_become(const std::string& bytes, std::size_t n) {
    const std::string lowest = bytes + std::string(n - bytes.size(), '\x80');
    const std::string highest = bytes + std::string(n - bytes.size(), '\xBF');
    const char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    char32_t from = code_of(lowest), to = code_of(highest);
    if (from < least[n]) from = least[n];
    if (to > 0x10FFFF) to = 0x10FFFF;
    return from <= to && !(from >= 0xD800 && to <= 0xDFFF);
}

}  // namespace

std::string TextStream::push(std::string_view bytes) {
    std::string text;
    std::size_t at = 0;
    while (at < bytes.size()) {
        const auto byte = static_cast<unsigned char>(bytes[at]);
        const bool follows = (byte & 0xC0) == 0x80;
        const unsigned char first = pending.empty() ? byte : static_cast<unsigned char>(pending[0]);
        const std::size_t n = first < 0x80   ? 1
                              : first < 0xC0 ? 0
                              : first < 0xE0 ? 2
                              : first < 0xF0 ? 3
                              : first < 0xF8 ? 4
                                             : 0;
        if (follows == pending.empty() || n == 0 || !may_become(pending + bytes[at], n)) {
            text += written(0xFFFD);
            if (pending.empty()) ++at;
            pending.clear();
            continue;
        }
        pending += bytes[at++];
        if (pending.size() < n) continue;
        text += written(code_of(pending));
        pending.clear();
    }
    return text;
}

std::string TextStream::end() {
    std::string text = pending.empty() ? "" : written(0xFFFD);
    pending = "";
    return text;
}

}  // namespace tiny_llm
