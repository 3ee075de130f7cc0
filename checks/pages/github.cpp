#include "github.hpp"

#include <algorithm>
#include <array>
#include <regex>

#include "tools/utf8/utf8.hpp"

namespace {

class Complaints {
public:
    explicit Complaints(const Page& page) : page_(page) {}
    void add(std::size_t line, const std::string& text) { all_.push_back(at(page_, line) + ": " + text); }
    const std::vector<std::string>& all() const { return all_; }

private:
    const Page& page_;
    std::vector<std::string> all_;
};

constexpr std::size_t code_columns = 68;  // what fits beside GitHub's file list
constexpr std::size_t text_columns = 78;  // the runner's own lines

void check_fences(const Page& page, Complaints& found) {
    static const std::array languages{"cpp", "sh", "text", "math", "python", "mermaid", "json", "cmake"};
    if (page.unclosed) found.add(page.unclosed, "this fence is never closed");
    for (const auto& fence : page.fences) {
        if (fence.language.empty()) {
            found.add(fence.line, "a fence without a language");
        } else if (std::find(languages.begin(), languages.end(), fence.language) == languages.end()) {
            found.add(fence.line, "a fence in \"" + fence.language + "\", a language that no other page uses");
        }
        if (fence.language == "math" || fence.language == "mermaid") continue;  // drawn, not shown
        const std::size_t limit = fence.language == "text" ? text_columns : code_columns;
        for (std::size_t i = 0; i < fence.code.size(); ++i) {
            if (const auto width = utf8::columns(fence.code[i]); width > limit) {
                found.add(fence.line + 1 + i,
                          std::to_string(width) + " columns of code, more than " + std::to_string(limit));
            }
        }
    }
}

void check_syntax_of_others(const Item& line, const std::string& text, Complaints& found) {
    if (line.line == 1 && text == "---") found.add(1, "front matter, which GitHub shows as a table");
    if (text.starts_with(":::")) found.add(line.line, "a ::: block, which only the site knows");
    if (text.find("[[toc]]") != text.npos) found.add(line.line, "[[toc]], which only the site knows");
    if (text.starts_with("#") && text.find("{#") != text.npos) found.add(line.line, "{#id}, which only the site knows");
    static const std::regex indented(R"(^\s+(```|~~~).*|~~~.*)");
    if (std::regex_match(line.text, indented)) found.add(line.line, "a fence has to begin its line, with ```");
    static const std::regex alert(R"(^> \[!(.*)\].*)"), known("NOTE|TIP|IMPORTANT|WARNING|CAUTION");
    std::smatch match;
    if (std::regex_match(text, match, alert) && !std::regex_match(match[1].str(), known)) {
        found.add(line.line, "[!" + match[1].str() + "] is none of GitHub's five alerts");
    }
}

/// Lines that Markdown reads as one: formulas, bold text and links may run from one to the next.
std::vector<Item> paragraphs(const Page& page) {
    std::vector<Item> all;
    bool goes_on = false;
    std::size_t last = 0;
    for (const auto& [line, text] : page.prose) {
        const bool alone = text.empty() || text.starts_with("|") || text.starts_with("#") || text.starts_with("<");
        if (goes_on && !alone && line == last + 1 && !text.starts_with("- ")) {
            all.back().text += "\n" + text;
        } else {
            all.push_back({line, text});
        }
        goes_on = !alone;
        last = line;
    }
    return all;
}

/// GitHub reads $…$ only after a space, and takes \{, \, and < inside for Markdown or HTML.
void check_math(const Item& paragraph, const std::string& text, Complaints& found) {
    const auto line_of = [&](std::size_t i) {
        return paragraph.line + std::count(text.begin(), text.begin() + i, '\n');
    };
    bool open = false;
    std::size_t from = 0;
    for (std::size_t i = text.find('$'); i != text.npos; i = text.find('$', i + 1)) {
        if (i > 0 && text[i - 1] == '\\') continue;
        if (!open && i > 0 && text[i - 1] != ' ' && text[i - 1] != '\n') {
            found.add(line_of(i), "a formula's $ needs a space before it");
        }
        if (open) {
            static const std::regex changed(R"(^[^`]*(\\[{},;!]|<)[^`]*$)");
            const std::string formula = paragraph.text.substr(from + 1, i - from - 1);
            if (std::regex_match(formula, changed)) {
                found.add(line_of(from), "write $`" + formula + "`$: GitHub changes \\{, \\, and < in $…$");
            }
        }
        from = i;
        open = !open;
    }
    if (open) found.add(line_of(from), "a $ without its partner");
}

enum class Side { space, mark, letter };

Side side(const std::string& character) {
    const auto c = code_point(character);
    if (c == ' ' || c == '\n' || c == 0x3000) return Side::space;
    const bool ascii_mark = c < 0x80 && !std::isalnum(static_cast<int>(c));
    const bool mark = (0x2010 <= c && c <= 0x2027) || (0x3001 <= c && c <= 0x301F) || (0xFF01 <= c && c <= 0xFF0F) ||
                      (0xFF1A <= c && c <= 0xFF20) || (0xFF3B <= c && c <= 0xFF40) || (0xFF5B <= c && c <= 0xFF65);
    return ascii_mark || mark ? Side::mark : Side::letter;
}

/// CommonMark's rule: beside a letter, ** may not have a punctuation mark on its inner side.
void check_bold(const Item& paragraph, const std::string& text, Complaints& found) {
    const auto all = characters(text);
    const auto line_of = [&](std::size_t i) {
        return paragraph.line + std::count(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i), "\n");
    };
    bool open = false;
    std::size_t last = 0;
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        if (all[i] != "*" || all[i + 1] != "*") continue;
        const Side before = i == 0 ? Side::space : side(all[i - 1]);
        const Side after = i + 2 >= all.size() ? Side::space : side(all[i + 2]);
        const Side inner = open ? before : after, outer = open ? after : before;
        if (inner == Side::space || (inner == Side::mark && outer == Side::letter)) {
            found.add(line_of(i), std::string("these ** stay stars: ") +
                                      (open ? "they end after " : "they begin before ") +
                                      (inner == Side::space ? "a space" : "a punctuation mark") +
                                      "; write **注意**：, the mark outside");
        }
        open = !open;
        last = i++;
    }
    if (open) found.add(line_of(last), "** without its partner in the paragraph");
}

void check_links(const Item& line, const std::string& text, Complaints& found) {
    static const std::regex link(R"((!?)\[([^\]]*)\]\(([^)\s]+)\))");
    for (std::sregex_iterator i(text.begin(), text.end(), link), end; i != end; ++i) {
        const std::string target = (*i)[3];
        if (target.starts_with("/"))
            found.add(line.line, "the link " + target + " leads elsewhere on GitHub; make it relative");
        if (i->str(1) == "!" && i->str(2).empty())
            found.add(line.line, "the picture " + target + " has no words for those who cannot see it");
    }
}

/// The runner reads hints out of these, and GitHub needs the empty lines to see Markdown inside.
void check_folded(const Page& page, Complaints& found) {
    std::size_t open = 0;
    for (std::size_t i = 0; i < page.prose.size(); ++i) {
        const auto& [line, text] = page.prose[i];
        const auto empty = [&](std::size_t k) { return k >= page.prose.size() || page.prose[k].text.empty(); };
        if (text.starts_with("<details")) {
            if (open) found.add(line, "<details> inside <details>, or the one before is never closed");
            open = line;
            if (i + 1 >= page.prose.size() || !page.prose[i + 1].text.starts_with("<summary>"))
                found.add(line, "<summary> belongs on the next line");
            if (!empty(i + 2)) found.add(line, "after <summary> an empty line is missing");
        } else if (text.starts_with("</details>")) {
            if (!open) found.add(line, "</details> without <details>");
            if (i > 0 && page.prose[i - 1].line + 1 == line && !empty(i - 1))
                found.add(line, "before </details> an empty line is missing");
            open = 0;
        }
    }
    if (open) found.add(open, "<details> is never closed");
}

/// A marker with a slip in it would check nothing.
void check_markers(const Item& line, Complaints& found) {
    static const std::regex comment(R"(\s*<!--\s*(\S+).*)");
    static const std::regex known("beside:|embed:|sketch|shows:|tells:|not|@include:.*|explorer:|figure:");
    std::smatch match;
    if (std::regex_match(line.text, match, comment) && !std::regex_match(match[1].str(), known)) {
        found.add(line.line, "the comment \"" + match[1].str() + "\" is no marker that any check or the site knows");
    }
}

}  // namespace

std::vector<std::string> complaints(const Page& page) {
    Complaints found(page);
    check_fences(page, found);
    check_folded(page, found);
    for (const auto& line : page.prose) {
        const std::string text = without_code(line.text);
        check_syntax_of_others(line, text, found);
        check_links(line, text, found);
        check_markers(line, found);
    }
    for (const auto& paragraph : paragraphs(page)) {
        const std::string text = without_code(paragraph.text);
        check_math(paragraph, text, found);
        check_bold(paragraph, text, found);
    }
    return found.all();
}
