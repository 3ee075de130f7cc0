#include "terminal/text.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <utility>

#include "terminal/language.hpp"
#include "tools/utf8/utf8.hpp"

namespace learn {
namespace {

bool is_wide(char32_t c) { return utf8::columns(c) == 2; }
bool one_of(char32_t c, std::u32string_view set) { return set.find(c) != set.npos; }
bool closes(char32_t c) { return one_of(c, U"，。！？；：、）》」』】〉”’…—,.!?;:)]}%"); }
bool opens(char32_t c) { return one_of(c, U"（《「『【〈“‘([{"); }

/// How many bytes the colour takes that `text` begins with.
std::size_t colour(std::string_view text) {
    return text.starts_with('\x1b') ? std::min(text.find('m'), text.size() - 1) + 1 : 0;
}

/// The largest piece that cannot be broken, at the start of `text`; spaces in front belong to it.
std::string_view next_piece(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size() && text[at] == ' ') ++at;
    for (char32_t before = 0; at < text.size();) {
        if (const std::size_t bytes = colour(text.substr(at))) {
            at += bytes;
            continue;
        }
        const utf8::Character c = utf8::first(text.substr(at));
        if (c.code == ' ') break;
        const bool between = before != 0 && (is_wide(before) || is_wide(c.code));
        if (between && !closes(c.code) && !opens(before)) break;
        before = c.code;
        at += c.bytes;
    }
    return text.substr(0, at);
}

/// Columns, of which colours take none.
std::size_t seen(std::string_view text) { return width(without_escapes(text)); }

/// How much of a line stands before what may be broken: "|", spaces, "- ", and a first column with two spaces after it.
std::size_t beginning(std::string_view line, std::size_t columns) {
    std::size_t at = std::min(line.find_first_not_of("| "), line.size());
    if (line.substr(at).starts_with("- ")) at += 2;
    if (at == 0) return 0;  // what is in columns is indented
    const std::size_t gap = line.find("  ", at), second = gap == line.npos ? gap : line.find_first_not_of(' ', gap);
    return second == line.npos || seen(line.substr(0, second)) > columns / 2 ? at : second;
}

/// Bytes at the end of `text` that are the beginning of a colour.
std::size_t begun_colour(std::string_view text) {
    const std::size_t at = text.rfind('\x1b');
    if (at == text.npos || text.find('m', at) != text.npos) return 0;
    return text.size() - at;
}

}  // namespace

std::size_t width(std::string_view text) { return utf8::columns(text); }

std::vector<std::string> wrap(std::string_view text, std::size_t columns) {
    std::vector<std::string> result;
    for (const std::string& paragraph : lines(text)) {
        std::string line;
        for (std::string_view rest = paragraph; !rest.empty();) {
            std::string_view piece = next_piece(rest);
            rest.remove_prefix(piece.size());
            if (!line.empty() && seen(line) + seen(piece) > columns) {
                result.push_back(line);
                line.clear();
                piece.remove_prefix(std::min(piece.find_first_not_of(' '), piece.size()));
            }
            line += piece;
        }
        result.push_back(line);
    }
    return result;
}

std::string folded(std::string_view text, std::size_t columns) {
    std::string result;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(line.size());
        const std::size_t at = seen(line) > columns ? beginning(line, columns) : line.size();
        std::string lead(line.substr(0, at));
        result += lead;
        lead = (lead.starts_with('|') ? "|" : "") + std::string(seen(lead) - lead.starts_with('|'), ' ');
        const std::vector<std::string> parts = wrap(line.substr(at), std::max(columns, lead.size() + 1) - lead.size());
        for (std::size_t i = 0; i < parts.size(); ++i) result += (i > 0 ? "\n" + lead : "") + parts[i];
        const std::size_t ends = std::min<std::size_t>(rest.size(), 1);
        result += rest.substr(0, ends);
        rest.remove_prefix(ends);
    }
    return result;
}

std::string Wrapping::put(std::string_view text) {
    waiting_ += text;
    return taken(false);
}

std::string Wrapping::end() { return taken(true); }

std::string Wrapping::taken(bool all) {
    constexpr std::size_t longest_word = 20;  // what is longer may be broken
    std::string result;
    std::string_view rest = waiting_;
    const std::string begun(rest.substr(rest.size() - (all ? 0 : std::max(utf8::begun(rest), begun_colour(rest)))));
    rest.remove_suffix(begun.size());
    while (!rest.empty()) {
        const std::size_t line = std::min(rest.find('\n'), rest.size());
        std::string_view piece = line == 0 ? rest.substr(0, 1) : next_piece(rest.substr(0, line));
        const bool may_go_on = line != 0 && piece.size() == rest.size() && !all;
        const std::size_t takes = width(without_escapes(piece));
        if (may_go_on && column_ + takes + longest_word > columns_) break;
        rest.remove_prefix(piece.size());
        if (line != 0 && !in_word_ && column_ > 0 && column_ + takes > columns_) {
            result += '\n';
            column_ = 0;
            piece.remove_prefix(std::min(piece.find_first_not_of(' '), piece.size()));
        }
        column_ = line == 0 ? 0 : column_ + width(without_escapes(piece));
        if (column_ > columns_) column_ %= columns_;  // no line holds it, so the terminal has broken it
        in_word_ = may_go_on;
        result += piece;
    }
    waiting_ = std::string(rest) + begun;
    return result;
}

std::string fit(std::string_view text, std::size_t columns) {
    if (width(text) <= columns) return std::string(text);
    return std::string(utf8::fitting(text, std::max<std::size_t>(columns, 1) - 1)) + "…";
}

std::string pad(std::string_view text, std::size_t columns) {
    const std::string cut = fit(text, columns);
    return cut + std::string(columns - std::min(columns, width(cut)), ' ');
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const utf8::Character c = utf8::first(text);
        if (!c.valid || c.code == 0) return false;
        text.remove_prefix(c.bytes);
    }
    return true;
}

std::string without_escapes(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\x1b') {
            result += text[i];
        } else if (i + 1 < text.size() && text[i + 1] == '[') {
            for (i += 2; i < text.size() && (text[i] < '@' || text[i] > '~');) ++i;
        }
    }
    return result;
}

std::vector<std::string> lines(std::string_view text) {
    std::vector<std::string> result;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        result.emplace_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

std::string trim(std::string_view text) {
    const std::size_t from = text.find_first_not_of(" \t\r\n");
    if (from == text.npos) return {};
    return std::string(text.substr(from, text.find_last_not_of(" \t\r\n") - from + 1));
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    const char* comma = language() == Language::zh ? "、" : ", ";
    for (const std::string& word : words) text += (text.empty() ? "" : comma) + word;
    return text;
}

std::string signal_text(int number) {
    const std::string english = ::strsignal(number);
    const bool zh = language() == Language::zh;
    // The name misleads: a division of floating-point numbers raises no signal.
    if (number == SIGFPE)
        return zh ? "运算错误 " + english + "：整数除法，多半是除以 0" : english + ": an integer division, mostly by 0";
    if (!zh) return english;
    static constexpr std::pair<int, const char*> known[] = {
        {SIGSEGV, "段错误"}, {SIGABRT, "程序中止"}, {SIGBUS, "总线错误"}, {SIGILL, "非法指令"}, {SIGKILL, "被强行结束"},
    };
    for (const auto& [signal, chinese] : known)
        if (signal == number) return std::string(chinese) + " " + english;
    return english;
}

std::string seconds_text(double seconds) {
    char text[32];
    std::snprintf(text, sizeof text, seconds < 0.095 ? "%.2f" : "%.1f", seconds);
    return text;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
        }
    }
    return row.back();
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
    std::string best;
    std::size_t distance = std::max<std::size_t>(3, word.size() / 2) + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t d = edit_distance(word, candidate);
        if (d < distance) {
            distance = d;
            best = candidate;
        }
    }
    return best;
}

}  // namespace learn
