#include "page.hpp"

#include <regex>
#include <sstream>

#include "tools/utf8/utf8.hpp"

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
    for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(result.back().size())) {
        result.emplace_back(rest.substr(0, utf8::first(rest).bytes));
    }
    return result;
}

std::uint32_t code_point(const std::string& character) { return utf8::first(character).code; }
