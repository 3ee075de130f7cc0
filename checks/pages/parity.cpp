#include "parity.hpp"

#include <algorithm>
#include <regex>

namespace {

using Items = std::vector<Item>;

/// Every match of `pattern`, in the text of its first group.
void find_all(const Item& line, const std::regex& pattern, Items& found) {
    for (std::sregex_iterator i(line.text.begin(), line.text.end(), pattern), end; i != end; ++i) {
        found.push_back({line.line, (*i)[i->size() > 1 ? 1 : 0]});
    }
}

/// "-0.5 3": what a table's row or a transcript may not have differently, sorted, since languages order words in
/// their own way. Links are compared elsewhere; times are measured anew in each language.
std::string numbers(std::string text) {
    static const std::regex other(R"(\]\([^)]*\)|[0-9.]+ ?(s\b|seconds|秒))");
    static const std::regex number(R"((^|[^0-9A-Za-z.])((-|−)?[0-9][0-9.,]*(e(-|−|\+)?[0-9]+)?))");
    text = std::regex_replace(text, other, "");
    std::vector<std::string> found;
    for (std::sregex_iterator i(text.begin(), text.end(), number), end; i != end; ++i) {
        found.push_back((*i)[2]);
        while (found.back().ends_with('.') || found.back().ends_with(',')) found.back().pop_back();
    }
    std::sort(found.begin(), found.end());
    std::string all;
    for (const auto& one : found) all += (all.empty() ? "" : " ") + one;
    return all;
}

/// Comments are prose: they are translated, but their numbers are not.
std::string code_line(const std::string& line) {
    static const std::regex comment(R"(/\*.*?\*/|//.*|\s# .*)");
    std::string code = std::regex_replace(line, comment, "");
    while (!code.empty() && code.back() == ' ') code.pop_back();
    std::smatch match;
    if (std::regex_search(line, match, comment)) code += " // " + numbers(match[0]);
    return code;
}

/// A path with /en/ and /zh/ alike, README.md and README.zh.md, as CONTRIBUTING and SECURITY have them, and a picture whose words
/// are Chinese. Anchors come from headings, which are translated.
std::string neutral(std::string target) {
    static const std::regex language(R"((^|/)(en|zh)/)");
    static const std::regex readme(R"((README|CONTRIBUTING|SECURITY)(\.zh)?\.md)");
    target = std::regex_replace(target, language, "$1**/");
    target = std::regex_replace(target, readme, "$1.md");
    static const std::regex picture(R"((figures/[a-z0-9-]+)-zh\.)");
    target = std::regex_replace(target, picture, "$1.");
    const auto anchor = target.find('#');
    return anchor == std::string::npos ? target : target.substr(0, anchor) + "#";
}

Items fences(const Page& page) {
    Items items;
    for (const auto& fence : page.fences) {
        const std::string marker = fence.marker.empty() ? "" : "  <!-- " + fence.marker + " -->";
        items.push_back({fence.line, "```" + fence.language + marker});
        if (fence.marker.starts_with("tells: "))
            continue;  // each language has its own story; stories_test asks the model
        for (std::size_t i = 0; i < fence.code.size(); ++i) {
            // Transcripts and drawings hold words.
            const bool words = fence.language == "text" || fence.language == "mermaid";
            const std::string text = words ? numbers(fence.code[i]) : code_line(fence.code[i]);
            if (text.find_first_not_of(" /") != std::string::npos) items.push_back({fence.line + 1 + i, text});
        }
    }
    return items;
}

Items prose(const Page& page, void (*take)(const Item&, Items&)) {
    Items items;
    for (const auto& line : page.prose) take(line, items);
    return items;
}

void headings(const Item& line, Items& items) {
    if (line.text.starts_with("#")) items.push_back({line.line, line.text.substr(0, line.text.find(' '))});
}

void formulas(const Item& line, Items& items) {
    static const std::regex ticked(R"(\$`([^`]+)`\$)"), plain(R"(\$([^$`]+)\$)");
    find_all(line, ticked, items);
    find_all({line.line, without_code(line.text)}, plain, items);
}

void table_rows(const Item& line, Items& items) {
    if (!line.text.starts_with("|")) return;
    const auto bars = std::count(line.text.begin(), line.text.end(), '|');
    items.push_back({line.line, "row of " + std::to_string(bars - 1) + ": " + numbers(line.text)});
}

void list_items(const Item& line, Items& items) {
    static const std::regex item(R"(^\s*([-*]|[0-9]+\.) )");
    find_all(line, item, items);
}

void folded(const Item& line, Items& items) {
    static const std::regex tag(R"(</?(details|summary|picture)\b)"), alert(R"(^> (\[![A-Z]+\]))");
    find_all(line, tag, items);
    find_all(line, alert, items);
}

void footnotes(const Item& line, Items& items) {
    static const std::regex note(R"((\[\^[^\]]+\]:?))");
    find_all(line, note, items);
}

void links(const Item& line, Items& items) {
    static const std::regex link(R"((?:^|[^!])\[[^\]]*\]\(([^)\s]+)\))");
    static const std::regex definition(R"(^\[[^\]^]+\]: (\S+))");
    Items found;
    find_all(line, link, found);
    find_all(line, definition, found);
    for (const auto& item : found) items.push_back({item.line, neutral(item.text)});
}

void images(const Item& line, Items& items) {
    static const std::regex image(R"(!\[[^\]]*\]\(([^)\s]+)\))"), tag(R"(src(?:set)?="([^"]+)\")");
    Items found;
    find_all(line, image, found);
    find_all(line, tag, found);
    for (const auto& item : found) items.push_back({item.line, neutral(item.text)});
}

std::string shown(const Page& page, const Items& items, std::size_t i) {
    if (i >= items.size()) return page.path + " has no more";
    return at(page, items[i].line) + " has \"" + items[i].text + "\"";
}

/// The first place where the two go apart; what follows is often the same difference again.
void in_order(const std::string& what, const Page& en, const Items& a, const Page& zh, const Items& b,
              std::vector<std::string>& found) {
    const auto [first, second] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    if (first == a.end() && second == b.end()) return;
    found.push_back(what + ": " + shown(en, a, first - a.begin()) + ", and " + shown(zh, b, second - b.begin()));
}

/// A sentence may name things in another order than its translation.
void in_any_order(const std::string& what, const Page& en, const Items& a, const Page& zh, const Items& b,
                  std::vector<std::string>& found) {
    const auto only = [&](const Page& page, const Items& mine, const Page& other, Items rest) {
        for (const auto& item : mine) {
            const auto same = std::find(rest.begin(), rest.end(), item);
            if (same != rest.end()) {
                rest.erase(same);
            } else {
                found.push_back(what + ": " + at(page, item.line) + " has \"" + item.text + "\", and " + other.path +
                                " has not");
            }
        }
    };
    only(en, a, zh, b);
    only(zh, b, en, a);
}

}  // namespace

std::vector<std::string> differences(const Page& en, const Page& zh) {
    std::vector<std::string> found;
    in_order("headings", en, prose(en, headings), zh, prose(zh, headings), found);
    in_order("code and formulas", en, fences(en), zh, fences(zh), found);
    in_any_order("formulas in the text", en, prose(en, formulas), zh, prose(zh, formulas), found);
    in_order("tables", en, prose(en, table_rows), zh, prose(zh, table_rows), found);
    in_order("lists", en, prose(en, list_items), zh, prose(zh, list_items), found);
    in_order("folded blocks and notes", en, prose(en, folded), zh, prose(zh, folded), found);
    in_any_order("links", en, prose(en, links), zh, prose(zh, links), found);
    in_order("images", en, prose(en, images), zh, prose(zh, images), found);
    in_any_order("footnotes", en, prose(en, footnotes), zh, prose(zh, footnotes), found);
    return found;
}
