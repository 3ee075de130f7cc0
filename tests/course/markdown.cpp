#include "markdown.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <regex>
#include <sstream>

namespace {

/// Comments are prose: they are translated.
std::string without_comments(const std::string& line) {
    static const std::regex comment(R"(/\*.*?\*/|//.*)");
    std::string code = std::regex_replace(line, comment, "");
    while (!code.empty() && code.back() == ' ') code.pop_back();
    return code;
}

std::string neutral(std::string target) {
    for (const std::string language : {"en", "zh"}) {
        if (const auto at = target.find(language + "/"); at != std::string::npos) target.replace(at, 2, "**");
    }
    // Anchors are made from headings, which are translated.
    return target.substr(0, target.find('#'));
}

/// Splits UTF-8 into characters.
std::vector<std::string> characters(const std::string& text) {
    std::vector<std::string> result;
    for (const char c : text) {
        const bool continues = (static_cast<unsigned char>(c) & 0xC0) == 0x80;
        if (continues && !result.empty()) {
            result.back() += c;
        } else {
            result.emplace_back(1, c);
        }
    }
    return result;
}

std::uint32_t code_point(const std::string& character) {
    const auto first = static_cast<unsigned char>(character[0]);
    std::uint32_t code = first < 0x80 ? first : first & (0x7F >> character.size());
    for (std::size_t i = 1; i < character.size(); ++i) code = code << 6 | (character[i] & 0x3F);
    return code;
}

/// Whether GitHub keeps it: letters, digits, "_" and "-". Of the other scripts only what our headings may hold;
/// superscript and subscript digits, signs and punctuation of any width go.
bool kept(std::uint32_t c) {
    const auto between = [c](std::uint32_t first, std::uint32_t last) { return first <= c && c <= last; };
    return between('a', 'z') || between('A', 'Z') || between('0', '9') || c == '_' || c == '-' || c == ' ' ||
           (between(0xDF, 0x24F) && c != 0xF7) ||  // Latin
           between(0x391, 0x3C9) ||                // Greek
           between(0x1D2C, 0x1D6A) ||              // modifier letters, such as a raised T
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

Outline outline(const std::string& markdown) {
    Outline result;
    std::istringstream lines(markdown);
    bool in_fence = false;
    bool is_text = false;
    const std::regex link(R"(\]\(([^)\s]+)\))");
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```")) {
            in_fence = !in_fence;
            is_text = line == "```text";  // transcripts and drawings hold words
            if (in_fence) result.fences.push_back(line + "\n");
            continue;
        }
        if (in_fence) {
            const std::string code = without_comments(line);
            if (!code.empty() && !is_text) result.fences.back() += code + "\n";
            continue;
        }
        if (line.starts_with("#")) result.heading_levels.push_back(line.substr(0, line.find(' ')));
        if (line.starts_with("|")) {
            result.table_rows.push_back(std::to_string(std::count(line.begin(), line.end(), '|')));
        }
        if (line.starts_with("<details>")) result.details.push_back("<details>");
        for (std::sregex_iterator i(line.begin(), line.end(), link), end; i != end; ++i) {
            result.links.push_back(neutral((*i)[1]));
        }
    }
    std::sort(result.links.begin(), result.links.end());
    return result;
}

std::vector<std::string> anchors(const std::string& markdown) {
    static const std::regex link(R"(\[([^\]]*)\]\([^)]*\))");
    std::vector<std::string> result;
    std::map<std::string, int> seen;
    std::istringstream lines(markdown);
    bool in_fence = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```")) in_fence = !in_fence;
        if (in_fence || !line.starts_with("#")) continue;
        const auto text = line.find_first_not_of('#');
        if (text == std::string::npos || line[text] != ' ') continue;
        const std::string name = anchor(std::regex_replace(line.substr(text + 1), link, "$1"));
        const int earlier = seen[name]++;
        result.push_back(earlier ? name + "-" + std::to_string(earlier) : name);
    }
    return result;
}
