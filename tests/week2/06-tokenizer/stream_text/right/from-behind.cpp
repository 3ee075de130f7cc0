#include "stream_text.hpp"

#include <utility>

namespace tiny_llm {
namespace {

unsigned at(std::string_view bytes, std::size_t k) { return static_cast<unsigned char>(bytes[k]); }

std::size_t length_after(unsigned first) {
    return first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
}

/// How many bytes from here on belong to one character, finished or not; 0 where none begins.
std::size_t fitting(std::string_view bytes) {
    const std::size_t n = length_after(at(bytes, 0));
    if (n < 2) return n;
    std::size_t fit = 1;
    while (fit < n && fit < bytes.size() && (at(bytes, fit) >> 6) == 2) ++fit;
    if (fit == 1) return 1;
    const unsigned two = at(bytes, 0) << 8 | at(bytes, 1);
    const bool bad = (two >= 0xE080 && two < 0xE0A0) || (two >= 0xEDA0 && two < 0xEE00) ||
                     (two >= 0xF080 && two < 0xF090) || (two >= 0xF490 && two < 0xF500);
    return bad ? 1 : fit;
}

std::string decoded(std::string_view bytes) {
    if (bytes.empty()) return "";
    const std::size_t n = fitting(bytes);
    std::string first = n > 0 && n == length_after(at(bytes, 0)) ? std::string(bytes.substr(0, n)) : "\uFFFD";
    return std::move(first) + decoded(bytes.substr(n > 0 ? n : 1));
}

/// Where the unfinished character at the end begins.
std::size_t end_of_decided(std::string_view bytes) {
    for (std::size_t back = 1; back <= 3 && back <= bytes.size(); ++back) {
        const std::string_view last = bytes.substr(bytes.size() - back);
        if (length_after(at(last, 0)) > back && fitting(last) == back) return bytes.size() - back;
        if (length_after(at(last, 0)) > 0) break;
    }
    return bytes.size();
}

}  // namespace

std::string TextStream::push(std::string_view bytes) {
    const std::string all = pending + std::string(bytes);
    const std::size_t decided = end_of_decided(all);
    pending = all.substr(decided);
    return decoded(std::string_view(all).substr(0, decided));
}

std::string TextStream::end() { return decoded(std::exchange(pending, {})); }

}  // namespace tiny_llm
