#include "byte_level.hpp"

#include <map>
#include <vector>

namespace tiny_llm {

// ---- at-of-a-char

namespace {

bool is_visible(int byte) {
    return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
}

std::string utf8(int code) {
    if (code < 0x80) return {static_cast<char>(code)};
    return {static_cast<char>(0xC0 | (code >> 6)), static_cast<char>(0x80 | (code & 0x3F))};
}

std::vector<std::string> make_table() {
    std::vector<std::string> table;
    int next = 256;
    for (int byte = 0; byte < 256; ++byte) table.push_back(utf8(is_visible(byte) ? byte : next++));
    return table;
}
const std::vector<std::string> table = make_table();

}  // namespace

std::string to_byte_level(std::string_view bytes) {
    std::string text;
    for (char byte : bytes) text += table.at(byte);
    return text;
}

std::string from_byte_level(std::string_view text) {
    std::map<std::string, unsigned char> byte_of;
    for (int byte = 0; byte < 256; ++byte) byte_of[table[byte]] = byte;
    std::string bytes;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = (text[i] & 0x80) ? 2 : 1;
        const auto found = byte_of.find(std::string(text.substr(i, length)));
        if (found == byte_of.end()) throw std::invalid_argument("from_byte_level: no such character");
        bytes += found->second;
        i += length;
    }
    return bytes;
}

// ---- each-character-one-byte

namespace {

bool is_visible(int byte) {
    return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
}

std::string utf8(int code) {
    if (code < 0x80) return {static_cast<char>(code)};
    return {static_cast<char>(0xC0 | (code >> 6)), static_cast<char>(0x80 | (code & 0x3F))};
}

std::vector<std::string> make_table() {
    std::vector<std::string> table;
    int next = 256;
    for (int byte = 0; byte < 256; ++byte) table.push_back(utf8(is_visible(byte) ? byte : next++));
    return table;
}
const std::vector<std::string> table = make_table();

}  // namespace

std::string to_byte_level(std::string_view bytes) {
    std::string text;
    for (unsigned char byte : bytes) text += table[byte];
    return text;
}

std::string from_byte_level(std::string_view text) {
    std::map<std::string, unsigned char> byte_of;
    for (int byte = 0; byte < 256; ++byte) byte_of[table[byte]] = byte;
    std::string bytes;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = text[i] < 0x80 ? 1 : 2;
        const auto found = byte_of.find(std::string(text.substr(i, length)));
        if (found == byte_of.end()) throw std::invalid_argument("from_byte_level: no such character");
        bytes += found->second;
        i += length;
    }
    return bytes;
}

// ---- high-bytes-left-out

namespace {

bool is_visible(int byte) {
    return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
}

std::string utf8(int code) {
    if (code < 0x80) return {static_cast<char>(code)};
    return {static_cast<char>(0xC0 | (code >> 6)), static_cast<char>(0x80 | (code & 0x3F))};
}

std::vector<std::string> make_table() {
    std::vector<std::string> table;
    int next = 256;
    for (int byte = 0; byte < 256; ++byte) table.push_back(utf8(is_visible(byte) ? byte : next++));
    return table;
}
const std::vector<std::string> table = make_table();

}  // namespace

std::string to_byte_level(std::string_view bytes) {
    std::map<int, std::string> character;
    for (int byte = 0; byte < 256; ++byte) character[byte] = table[byte];
    std::string text;
    for (char byte : bytes) text += character[byte];
    return text;
}

std::string from_byte_level(std::string_view text) {
    std::map<std::string, unsigned char> byte_of;
    for (int byte = 0; byte < 256; ++byte) byte_of[table[byte]] = byte;
    std::string bytes;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = (text[i] & 0x80) ? 2 : 1;
        const auto found = byte_of.find(std::string(text.substr(i, length)));
        if (found == byte_of.end()) throw std::invalid_argument("from_byte_level: no such character");
        bytes += found->second;
        i += length;
    }
    return bytes;
}

// ---- signed-char

namespace {

bool is_visible(int byte) {
    return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
}

std::string utf8(int code) {
    if (code < 0x80) return {static_cast<char>(code)};
    return {static_cast<char>(0xC0 | (code >> 6)), static_cast<char>(0x80 | (code & 0x3F))};
}

std::vector<std::string> make_table() {
    std::vector<std::string> table;
    int next = 256;
    for (int byte = 0; byte < 256; ++byte) table.push_back(utf8(is_visible(byte) ? byte : next++));
    return table;
}
const std::vector<std::string> table = make_table();

}  // namespace

std::string to_byte_level(std::string_view bytes) {
    std::string text;
    for (char byte : bytes) {
        int code = static_cast<unsigned char>(byte);
        if ((0 <= byte && byte <= 32) || (127 <= byte && byte <= 160) || byte == 173) {
            text += table[code];
        } else {
            text += utf8(code);
        }
    }
    return text;
}

std::string from_byte_level(std::string_view text) {
    std::map<std::string, unsigned char> byte_of;
    for (int byte = 0; byte < 256; ++byte) byte_of[table[byte]] = byte;
    std::string bytes;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = (text[i] & 0x80) ? 2 : 1;
        const auto found = byte_of.find(std::string(text.substr(i, length)));
        if (found == byte_of.end()) throw std::invalid_argument("from_byte_level: no such character");
        bytes += found->second;
        i += length;
    }
    return bytes;
}

// ---- soft-hyphen-kept+unknown-left-out

namespace {

bool is_visible(int byte) { return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 255); }

std::string utf8(int code) {
    if (code < 0x80) return {static_cast<char>(code)};
    return {static_cast<char>(0xC0 | (code >> 6)), static_cast<char>(0x80 | (code & 0x3F))};
}

std::vector<std::string> make_table() {
    std::vector<std::string> table;
    int next = 256;
    for (int byte = 0; byte < 256; ++byte) table.push_back(utf8(is_visible(byte) ? byte : next++));
    return table;
}
const std::vector<std::string> table = make_table();

}  // namespace

std::string to_byte_level(std::string_view bytes) {
    std::string text;
    for (unsigned char byte : bytes) text += table[byte];
    return text;
}

std::string from_byte_level(std::string_view text) {
    std::map<std::string, unsigned char> byte_of;
    for (int byte = 0; byte < 256; ++byte) byte_of[table[byte]] = byte;
    std::string bytes;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = (text[i] & 0x80) ? 2 : 1;
        const auto found = byte_of.find(std::string(text.substr(i, length)));
        if (found != byte_of.end()) bytes += found->second;
        i += length;
    }
    return bytes;
}

// ---- unknown-is-zero

namespace {

bool is_visible(int byte) {
    return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
}

std::string utf8(int code) {
    if (code < 0x80) return {static_cast<char>(code)};
    return {static_cast<char>(0xC0 | (code >> 6)), static_cast<char>(0x80 | (code & 0x3F))};
}

std::vector<std::string> make_table() {
    std::vector<std::string> table;
    int next = 256;
    for (int byte = 0; byte < 256; ++byte) table.push_back(utf8(is_visible(byte) ? byte : next++));
    return table;
}
const std::vector<std::string> table = make_table();

}  // namespace

std::string to_byte_level(std::string_view bytes) {
    std::string text;
    for (unsigned char byte : bytes) text += table[byte];
    return text;
}

std::string from_byte_level(std::string_view text) {
    std::map<std::string, unsigned char> byte_of;
    for (int byte = 0; byte < 256; ++byte) byte_of[table[byte]] = byte;
    std::string bytes;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = (text[i] & 0x80) ? 2 : 1;
        bytes += byte_of[std::string(text.substr(i, length))];
        i += length;
    }
    return bytes;
}

// ---- up-to-a-zero

namespace {

bool is_visible(int byte) {
    return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
}

std::string utf8(int code) {
    if (code < 0x80) return {static_cast<char>(code)};
    return {static_cast<char>(0xC0 | (code >> 6)), static_cast<char>(0x80 | (code & 0x3F))};
}

std::vector<std::string> make_table() {
    std::vector<std::string> table;
    int next = 256;
    for (int byte = 0; byte < 256; ++byte) table.push_back(utf8(is_visible(byte) ? byte : next++));
    return table;
}
const std::vector<std::string> table = make_table();

}  // namespace

std::string to_byte_level(std::string_view bytes) {
    std::string text;
    for (const char* p = bytes.data(); *p; p++) text += table[(unsigned char)*p];
    return text;
}

std::string from_byte_level(std::string_view text) {
    std::map<std::string, unsigned char> byte_of;
    for (int byte = 0; byte < 256; ++byte) byte_of[table[byte]] = byte;
    std::string bytes;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = (text[i] & 0x80) ? 2 : 1;
        const auto found = byte_of.find(std::string(text.substr(i, length)));
        if (found == byte_of.end()) throw std::invalid_argument("from_byte_level: no such character");
        bytes += found->second;
        i += length;
    }
    return bytes;
}

// ---- wrong-exception

namespace {

bool is_visible(int byte) {
    return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
}

std::string utf8(int code) {
    if (code < 0x80) return {static_cast<char>(code)};
    return {static_cast<char>(0xC0 | (code >> 6)), static_cast<char>(0x80 | (code & 0x3F))};
}

std::vector<std::string> make_table() {
    std::vector<std::string> table;
    int next = 256;
    for (int byte = 0; byte < 256; ++byte) table.push_back(utf8(is_visible(byte) ? byte : next++));
    return table;
}
const std::vector<std::string> table = make_table();

}  // namespace

std::string to_byte_level(std::string_view bytes) {
    std::string text;
    for (unsigned char byte : bytes) text += table[byte];
    return text;
}

std::string from_byte_level(std::string_view text) {
    std::map<std::string, unsigned char> byte_of;
    for (int byte = 0; byte < 256; ++byte) byte_of[table[byte]] = byte;
    std::string bytes;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = (text[i] & 0x80) ? 2 : 1;
        bytes += byte_of.at(std::string(text.substr(i, length)));
        i += length;
    }
    return bytes;
}

}  // namespace tiny_llm
