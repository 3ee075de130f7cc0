#include "byte_level.hpp"

#include <map>
#include <vector>

namespace tiny_llm {

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

}  // namespace tiny_llm
