#include "byte_level.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <unordered_map>
#include <vector>

namespace tiny_llm {

// ---- arithmetic

namespace {

/// No table: three runs of bytes are moved.
unsigned code_of(unsigned byte) {
    if (byte <= 32) return 0x100 + byte;
    if (127 <= byte && byte <= 160) return 0x121 + (byte - 127);
    if (byte == 173) return 0x143;
    return byte;
}

/// 256 where there is none.
unsigned byte_of(unsigned code) {
    unsigned byte = 0;
    while (byte < 256 && code_of(byte) != code) ++byte;
    return byte;
}

void require(bool holds) {
    if (!holds) throw std::invalid_argument("from_byte_level: not made by to_byte_level");
}

}  // namespace

std::string to_byte_level(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) {
        const unsigned code = code_of(static_cast<unsigned char>(c));
        if (code < 0x80) {
            text += static_cast<char>(code);
        } else {
            text += static_cast<char>(0xC0 | code >> 6);
            text += static_cast<char>(0x80 | (code & 0x3F));
        }
    }
    return text;
}

std::string from_byte_level(std::string_view text) {
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned code = static_cast<unsigned char>(text[i]);
        if (code >= 0x80) {
            require(code >= 0xC0);
            require(code < 0xE0);
            require(i + 1 < text.size());
            const unsigned next = static_cast<unsigned char>(text[++i]);
            require((next & 0xC0) == 0x80);
            code = (code & 0x1F) << 6 | (next & 0x3F);
            require(code >= 0x80);
        }
        const unsigned byte = byte_of(code);
        require(byte < 256);
        bytes += static_cast<char>(byte);
    }
    return bytes;
}

// ---- checked-first

namespace {

std::array<char32_t, 256> table() {
    std::array<char32_t, 256> codes{};
    std::iota(codes.begin(), codes.end(), U'\0');
    char32_t next = U'\u0100';
    const auto move = [&](std::size_t first, std::size_t last) {
        std::generate(codes.begin() + first, codes.begin() + last + 1, [&] { return next++; });
    };
    move(0, ' ');
    move(0x7F, 0xA0);
    move(0xAD, 0xAD);
    return codes;
}

bool continues(char c) { return (c & 0xC0) == 0x80; }

}  // namespace

std::string to_byte_level(std::string_view bytes) {
    static const auto codes = table();
    std::string text;
    text.reserve(2 * bytes.size());
    std::for_each(bytes.begin(), bytes.end(), [&](char c) {
        const char32_t code = codes[static_cast<std::uint8_t>(c)];
        if (code < 0x80) {
            text.push_back(static_cast<char>(code));
            return;
        }
        for (const char32_t part : {0xC0 | code >> 6, 0x80 | (code & 0x3F)}) text.push_back(static_cast<char>(part));
    });
    return text;
}

/// Two passes: first whether each character has one or two bytes, then what they are.
std::string from_byte_level(std::string_view text) {
    static const auto bytes_of = [] {
        std::unordered_map<std::string, char> map;
        for (int byte = 0; byte < 256; ++byte) {
            const char c = static_cast<char>(byte);
            map.emplace(to_byte_level({&c, 1}), c);
        }
        return map;
    }();
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool two = i + 1 < text.size() && continues(text[i + 1]);
        const bool ascii = static_cast<unsigned char>(text[i]) < 0x80;
        if (ascii == two || continues(text[i])) throw std::invalid_argument("from_byte_level: not UTF-8 of two bytes");
        i += two ? 1 : 0;
    }
    std::string bytes;
    for (auto from = text.begin(); from != text.end();) {
        const auto to = std::find_if_not(std::next(from), text.end(), continues);
        const auto found = bytes_of.find(std::string(from, to));
        if (found == bytes_of.end()) throw std::invalid_argument("from_byte_level: no such character");
        bytes.push_back(found->second);
        from = to;
    }
    return bytes;
}

// ---- recursion

namespace {

bool stays(unsigned char byte) { return byte > 32 && byte != 173 && (byte < 127 || byte > 160); }

/// The character of one byte: moved by as many as were moved before it.
std::string character(unsigned char byte) {
    unsigned code = byte;
    if (!stays(byte)) {
        code = 256;
        for (unsigned char before = 0; before < byte; ++before) code += stays(before) ? 0 : 1;
    }
    std::string utf8;
    if (code > 127) utf8 += static_cast<char>(code / 64 + 192);
    utf8 += static_cast<char>(code > 127 ? code % 64 + 128 : code);
    return utf8;
}

}  // namespace

std::string to_byte_level(std::string_view bytes) {
    if (bytes.empty()) return "";
    if (bytes.size() == 1) return character(static_cast<unsigned char>(bytes[0]));
    const std::size_t half = bytes.size() / 2;
    return to_byte_level(bytes.substr(0, half)) + to_byte_level(bytes.substr(half));
}

std::string from_byte_level(std::string_view text) {
    if (text.empty()) return "";
    // In halves while it is long: a call for each character would fill the stack.
    if (text.size() > 100) {
        std::size_t half = text.size() / 2;
        if ((text[half] & 0xC0) == 0x80) ++half;
        return from_byte_level(text.substr(0, half)) + from_byte_level(text.substr(half));
    }
    for (int byte = 0; byte < 256; ++byte) {
        const std::string one = character(static_cast<unsigned char>(byte));
        if (text.starts_with(one)) return static_cast<char>(byte) + from_byte_level(text.substr(one.size()));
    }
    throw std::invalid_argument("from_byte_level: stands for no byte");
}

// ---- two-lists

namespace {

/// The visible bytes first, then the others, and beside them the characters' numbers.
struct Lists {
    std::vector<int> bytes, codes;
    Lists() {
        for (int byte = '!'; byte <= '~'; ++byte) bytes.push_back(byte);
        for (int byte = 0xA1; byte <= 0xAC; ++byte) bytes.push_back(byte);
        for (int byte = 0xAE; byte <= 0xFF; ++byte) bytes.push_back(byte);
        codes = bytes;
        for (int byte = 0; byte < 256; ++byte) {
            if (std::find(bytes.begin(), bytes.end(), byte) != bytes.end()) continue;
            bytes.push_back(byte);
            codes.push_back(256 + static_cast<int>(bytes.size()) - 189);
        }
    }
};

/// UTF-8 as 32-bit numbers; -1 for each byte that belongs to no character of one or two bytes.
std::vector<int> decoded(std::string_view text) {
    std::vector<int> codes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int first = static_cast<unsigned char>(text[i]);
        const int second = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
        if (first < 0x80) {
            codes.push_back(first);
        } else if (0xC2 <= first && first <= 0xDF && 0x80 <= second && second <= 0xBF) {
            codes.push_back((first - 0xC0) * 64 + second - 0x80);
            ++i;
        } else {
            codes.push_back(-1);
        }
    }
    return codes;
}

}  // namespace

std::string to_byte_level(std::string_view bytes) {
    const Lists lists;
    std::string text;
    for (const char c : bytes) {
        const int byte = c < 0 ? c + 256 : c;
        const auto place = std::find(lists.bytes.begin(), lists.bytes.end(), byte) - lists.bytes.begin();
        const int code = lists.codes[static_cast<std::size_t>(place)];
        if (code >= 128) text.push_back(static_cast<char>(192 + code / 64));
        text.push_back(static_cast<char>(code >= 128 ? 128 + code % 64 : code));
    }
    return text;
}

std::string from_byte_level(std::string_view text) {
    const Lists lists;
    std::string bytes;
    for (const int code : decoded(text)) {
        const auto found = std::find(lists.codes.begin(), lists.codes.end(), code);
        if (found == lists.codes.end()) throw std::invalid_argument("from_byte_level: no such character");
        bytes.push_back(static_cast<char>(lists.bytes[static_cast<std::size_t>(found - lists.codes.begin())]));
    }
    return bytes;
}

// ---- written-out

namespace {

/// All 256 of them, in the order of the bytes.
constexpr const char* all =
    "ĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠ"
    "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"
    "ġĢģĤĥĦħĨĩĪīĬĭĮįİıĲĳĴĵĶķĸĹĺĻļĽľĿŀŁł"
    "¡¢£¤¥¦§¨©ª«¬Ń®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ";

std::vector<std::string> characters() {
    std::vector<std::string> result;
    for (const char* c = all; *c != '\0';) {
        const std::size_t length = static_cast<signed char>(*c) < 0 ? 2 : 1;
        result.emplace_back(c, length);
        c += length;
    }
    return result;
}

}  // namespace

std::string to_byte_level(std::string_view bytes) {
    const auto table = characters();
    std::string text;
    for (const unsigned char byte : bytes) text += table[byte];
    return text;
}

std::string from_byte_level(std::string_view text) {
    const auto table = characters();
    std::string bytes;
    for (std::size_t at = 0; at < text.size();) {
        // No character is the beginning of another.
        std::size_t byte = 0;
        while (byte < 256 && text.compare(at, table[byte].size(), table[byte]) != 0) ++byte;
        if (byte == 256) throw std::invalid_argument("from_byte_level: no such character");
        bytes.push_back(static_cast<char>(byte));
        at += table[byte].size();
    }
    return bytes;
}

}  // namespace tiny_llm
