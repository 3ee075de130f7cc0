#include "markdown.hpp"

#include <algorithm>
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
