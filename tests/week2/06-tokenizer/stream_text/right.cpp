#include "stream_text.hpp"

#include <array>
#include <cstdint>
#include <utility>

namespace tiny_llm {

// ---- code-points

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

// ---- from-behind

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

// ---- one-buffer

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

std::string TextStream::push(std::string_view bytes) {
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
    const bool unfinished = !pending.empty();
    pending.clear();
    return unfinished ? "\uFFFD" : "";
}

// ---- table

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

// ---- what-is-needed

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
