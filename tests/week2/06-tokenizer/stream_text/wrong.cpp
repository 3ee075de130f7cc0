#include "stream_text.hpp"

#include <utility>

namespace tiny_llm {

// ---- breaking-byte-lost+end-says-nothing

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
        if (!pending.empty()) {
            const auto first = static_cast<unsigned char>(pending[0]);
            const bool fits = pending.size() == 1 ? may_be_second(first, value) : (value & 0xC0) == 0x80;
            if (fits) {
                pending += byte;
                if (pending.size() == length_of(first)) text += std::exchange(pending, "");
                continue;
            }
            // The beginning stays one; this byte may begin the next character.
            text += replacement;
            pending.clear();
            continue;
        }
        if (length_of(value) == 1) text += byte;
        else if (length_of(value) == 0) text += replacement;
        else pending = byte;
    }
    return text;
}

std::string TextStream::end() {
    pending.clear();
    return "";
}

// ---- bytes-as-they-come

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
    if (pending.empty()) return std::string(bytes);
    std::string text;
    for (const char byte : bytes) {
        const auto value = static_cast<unsigned char>(byte);
        if (!pending.empty()) {
            const auto first = static_cast<unsigned char>(pending[0]);
            const bool fits = pending.size() == 1 ? may_be_second(first, value) : (value & 0xC0) == 0x80;
            if (fits) {
                pending += byte;
                if (pending.size() == length_of(first)) text += std::exchange(pending, "");
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
    const bool unfinished = !pending.empty();
    pending.clear();
    return std::string(unfinished ? replacement : "");
}

// ---- each-push-by-itself

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
        if (!pending.empty()) {
            const auto first = static_cast<unsigned char>(pending[0]);
            const bool fits = pending.size() == 1 ? may_be_second(first, value) : (value & 0xC0) == 0x80;
            if (fits) {
                pending += byte;
                if (pending.size() == length_of(first)) text += std::exchange(pending, "");
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
    return text + end();
}

std::string TextStream::end() {
    const bool unfinished = !pending.empty();
    pending.clear();
    return std::string(unfinished ? replacement : "");
}

// ---- pending-holds-the-last-bytes

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

// ---- shared-by-all

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

// ---- up-to-a-zero

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
    for (const char byte : std::string(bytes.data())) {
        const auto value = static_cast<unsigned char>(byte);
        if (!pending.empty()) {
            const auto first = static_cast<unsigned char>(pending[0]);
            const bool fits = pending.size() == 1 ? may_be_second(first, value) : (value & 0xC0) == 0x80;
            if (fits) {
                pending += byte;
                if (pending.size() == length_of(first)) text += std::exchange(pending, "");
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
    const bool unfinished = !pending.empty();
    pending.clear();
    return std::string(unfinished ? replacement : "");
}

}  // namespace tiny_llm
