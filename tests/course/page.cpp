#include "page.hpp"

#include <regex>
#include <sstream>

namespace {

std::string marker_in(const std::string& line) {
    static const std::regex comment(R"(<!--\s*(.*?)\s*-->)");
    std::smatch match;
    return std::regex_match(line, match, comment) ? match[1].str() : "";
}

}  // namespace

Page parse(const std::string& path, const std::string& markdown) {
    Page page{path, {}, {}, 0};
    std::istringstream lines(markdown);
    std::size_t number = 0;
    bool in_fence = false, folded = false;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.starts_with("```")) {
            in_fence = !in_fence;
            if (!in_fence) continue;
            const bool marked = !page.prose.empty() && page.prose.back().line + 1 == number;
            page.fences.push_back(
                {number, line.substr(3), {}, marked ? marker_in(page.prose.back().text) : "", folded});
        } else if (in_fence) {
            page.fences.back().code.push_back(line);
        } else {
            page.prose.push_back({number, line});
            if (line.starts_with("<details")) folded = true;
            if (line.starts_with("</details>")) folded = false;
        }
    }
    if (in_fence) page.unclosed = page.fences.back().line;
    return page;
}

std::string at(const Page& page, std::size_t line) { return page.path + ":" + std::to_string(line); }

std::string without_code(const std::string& line) {
    std::string text = line;
    for (auto open = text.find('`'); open != std::string::npos; open = text.find('`', open + 1)) {
        const auto text_begins = text.find_first_not_of('`', open);
        if (text_begins == std::string::npos) break;
        const std::string ticks(text_begins - open, '`');
        const auto close = text.find(ticks, text_begins);
        if (close == std::string::npos) break;
        const auto end = close + ticks.size();
        text.replace(open, end - open, end - open, 'x');
    }
    return text;
}

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

std::size_t columns(const std::string& text) {
    std::size_t n = 0;
    for (const auto& character : characters(text)) {
        const auto c = code_point(character);
        const bool wide = (0x2E80 <= c && c <= 0x9FFF) || (0xF900 <= c && c <= 0xFAFF) || (0xFF01 <= c && c <= 0xFF60);
        n += wide ? 2 : 1;
    }
    return n;
}
