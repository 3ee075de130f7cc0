#include "byte_level.hpp"

#include <vector>

namespace tiny_llm {

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
