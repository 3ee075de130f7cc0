#include "anchors.hpp"

#include <cstdint>
#include <map>
#include <regex>

namespace {

/// Whether GitHub keeps it: letters, digits, "_" and "-". Of the other scripts only what our headings may hold;
/// superscript and subscript digits, signs and punctuation of any width go.
bool kept(std::uint32_t c) {
    const auto between = [c](std::uint32_t first, std::uint32_t last) { return first <= c && c <= last; };
    return between('a', 'z') || between('A', 'Z') || between('0', '9') || c == '_' || c == '-' || c == ' ' ||
           (between(0xDF, 0x24F) && c != 0xF7) ||               // Latin
           between(0x391, 0x3C9) ||                             // Greek
           between(0x1D2C, 0x1D6A) ||                           // modifier letters, such as a raised T
           between(0x3400, 0x4DBF) || between(0x4E00, 0x9FFF);  // Chinese
}

std::string anchor(const std::string& heading) {
    std::string text;
    for (const auto& character : characters(heading)) {
        const std::uint32_t code = code_point(character);
        if (!kept(code)) continue;
        if (code == ' ') {
            text += '-';
        } else if ('A' <= code && code <= 'Z') {
            text += static_cast<char>(code - 'A' + 'a');
        } else if (0x391 <= code && code <= 0x3A9) {  // a Greek capital; its small letter is 32 further on
            text += static_cast<char>(0xC0 | (code + 32) >> 6);
            text += static_cast<char>(0x80 | ((code + 32) & 0x3F));
        } else {
            text += character;
        }
    }
    return text;
}

}  // namespace

std::vector<std::string> anchors(const Page& page) {
    static const std::regex link(R"(\[([^\]]*)\]\([^)]*\))");
    std::vector<std::string> result;
    std::map<std::string, int> seen;
    for (const auto& [number, line] : page.prose) {
        const auto text = line.find_first_not_of('#');
        if (!line.starts_with("#") || text == std::string::npos || line[text] != ' ') continue;
        const std::string name = anchor(std::regex_replace(line.substr(text + 1), link, "$1"));
        const int earlier = seen[name]++;
        result.push_back(earlier ? name + "-" + std::to_string(earlier) : name);
    }
    return result;
}
