#include "terms.hpp"

#include <algorithm>
#include <sstream>

namespace {

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/// A byte of a character that is not ASCII.
bool is_wide(char c) { return static_cast<unsigned char>(c) >= 0x80; }

std::string trimmed(std::string text) {
    while (!text.empty() && is_space(text.back())) text.pop_back();
    text.erase(0, text.find_first_not_of(' '));
    return text;
}

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::istringstream rest(text);
    for (std::string part; std::getline(rest, part, at);) {
        if (part = trimmed(part); !part.empty()) parts.push_back(part);
    }
    return parts;
}

/// The text in which a Chinese sentence goes on where a line ends, and the line of each byte of it. Between the two may stand an
/// indentation, "//" of a comment, and the quotes of a string in two pieces.
struct Joined {
    std::string text;
    std::vector<std::size_t> lines;
};

Joined joined(const std::string& text) {
    Joined result;
    std::size_t line = 1;
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::size_t end = i;
        if (text[end] == '"') ++end;
        if (end < text.size() && text[end] == '\n' && i > 0 && is_wide(text[i - 1])) {
            std::size_t next = end + 1;
            while (next < text.size() && (text[next] == ' ' || text[next] == '/' || text[next] == '"')) ++next;
            if (next < text.size() && is_wide(text[next])) {
                ++line;
                i = next - 1;
                continue;
            }
        }
        result.text += text[i];
        result.lines.push_back(line);
        if (text[i] == '\n') ++line;
    }
    return result;
}

bool is_right(const std::string& text, std::size_t at, const std::string& word, const Term& term) {
    return std::any_of(term.right.begin(), term.right.end(), [&](const std::string& longer) {
        for (auto offset = longer.find(word); offset != std::string::npos; offset = longer.find(word, offset + 1)) {
            if (offset <= at && text.compare(at - offset, longer.size(), longer) == 0) return true;
        }
        return false;
    });
}

}  // namespace

std::vector<Term> parse_terms(const std::string& list) {
    std::vector<Term> terms;
    std::istringstream lines(list);
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line.starts_with('#')) continue;
        const auto colon = line.find(": ");
        Term term{line.substr(0, colon), "", {}, {}};
        for (const auto& part : split(line.substr(colon + 2), ';')) {
            if (part.starts_with("not ")) {
                term.refused = split(part.substr(4), ',');
            } else if (part.starts_with("but ")) {
                term.right = split(part.substr(4), ',');
            } else {
                term.chinese = part;
            }
        }
        terms.push_back(term);
    }
    return terms;
}

std::vector<std::string> other_words(const std::vector<Term>& terms, const std::string& path, const std::string& text) {
    const Joined all = joined(text);
    std::vector<std::pair<std::size_t, std::string>> found;
    for (const auto& term : terms) {
        for (const auto& word : term.refused) {
            for (auto at = all.text.find(word); at != std::string::npos; at = all.text.find(word, at + word.size())) {
                if (is_right(all.text, at, word, term)) continue;
                found.emplace_back(all.lines[at], path + ":" + std::to_string(all.lines[at]) + ": " + word +
                                                      " is said " + term.chinese + " here (" + term.english + ")");
            }
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> result;
    for (const auto& [line, what] : found) result.push_back(what);
    return result;
}
