#include "tools/utf8/utf8.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>

namespace utf8 {
namespace {

struct Range {
    char32_t first, last;
};
constexpr Range harmful[] = {
    {0x00, 0x1F},      // C0: escape, carriage return, backspace
    {0x7F, 0x9F},      // delete, and C1: U+009B begins what ESC [ begins
    {0x061C, 0x061C},  // turns text around
    {0x200B, 0x200B},  // a space without width
    {0x200E, 0x200F},  // turn text around; U+200C and U+200D before them join letters and emoji
    {0x2028, 0x202E},  // separators of lines and paragraphs, marks that turn text around
    {0x2060, 0x206F},  // nobody sees them; U+2066 to U+2069 turn text around
    {0xFDD0, 0xFDEF},  // no characters
    {0xFEFF, 0xFEFF},  // the byte order mark
    {0xFFF9, 0xFFFB},  // hide an annotation
    {0xFFFE, 0xFFFF},  // no characters, and no XML
};

std::string harmless(std::string_view text, std::string_view kept) {
    std::string result;
    while (!text.empty()) {
        const Character c = first(text);
        const bool stays = c.valid && (!is_harmful(c.code) || kept.find(text[0]) != kept.npos);
        result += stays ? std::string(text.substr(0, c.bytes)) : escaped(text);
        text.remove_prefix(c.bytes);
    }
    return result;
}

}  // namespace

Character first(std::string_view text) {
    utf8proc_int32_t code = 0;
    const auto bytes = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                        static_cast<utf8proc_ssize_t>(text.size()), &code);
    if (bytes <= 0) return {};
    return {static_cast<char32_t>(code), static_cast<std::size_t>(bytes), true};
}

std::size_t columns(char32_t code) {
    return static_cast<std::size_t>(std::max(0, utf8proc_charwidth(static_cast<utf8proc_int32_t>(code))));
}

std::size_t columns(std::string_view text) {
    std::size_t n = 0;
    for (; !text.empty(); text.remove_prefix(first(text).bytes)) n += columns(first(text).code);
    return n;
}

std::string_view fitting(std::string_view text, std::size_t most) {
    std::size_t used = 0, bytes = 0;
    while (bytes < text.size()) {
        const Character c = first(text.substr(bytes));
        used += columns(c.code);
        if (used > most) break;
        bytes += c.bytes;
    }
    return text.substr(0, bytes);
}

bool is_harmful(char32_t code) {
    return std::any_of(std::begin(harmful), std::end(harmful),
                       [&](const Range& range) { return range.first <= code && code <= range.last; });
}

std::string escaped(std::string_view text) {
    const Character c = first(text);
    const bool byte = !c.valid || c.code < 0x80;
    const std::uint32_t number = byte ? static_cast<unsigned char>(text[0]) : static_cast<std::uint32_t>(c.code);
    char shown[16];
    std::snprintf(shown, sizeof shown, byte ? "\\x%02X" : "\\u{%04X}", static_cast<unsigned>(number));
    return shown;
}

std::string harmless(std::string_view text) { return harmless(text, "\n\t"); }
std::string harmless_line(std::string_view text) { return harmless(text, ""); }

std::size_t begun(std::string_view text) {
    for (std::size_t bytes = 1; bytes <= std::min<std::size_t>(3, text.size()); ++bytes) {
        const auto lead = static_cast<unsigned char>(text[text.size() - bytes]);
        if ((lead & 0xC0) == 0x80) continue;
        const std::size_t wanted = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
        return bytes < wanted ? bytes : 0;
    }
    return 0;
}

}  // namespace utf8
