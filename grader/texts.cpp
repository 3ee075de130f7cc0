// How text is shown, and lists of texts: what a learner returns may be broken, long, or not to be seen at all.
#include "grader/texts.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

#include "grader/closeness.hpp"
#include "tools/utf8/utf8.hpp"

namespace grader {
namespace {

/// What stands between two marks: a text's characters, a list's elements.
struct Pieces {
    std::vector<std::string> shown;
    std::vector<std::size_t> columns;
    const char *open, *open_later, *separator, *close, *close_early;

    std::size_t size() const { return shown.size(); }
    std::size_t between() const { return std::char_traits<char>::length(separator); }
    /// Columns that those before number `to` take, from number `from` on.
    std::size_t width(std::size_t from, std::size_t to) const {
        std::size_t sum = std::char_traits<char>::length(from > 0 ? open_later : open);
        for (std::size_t k = from; k < to; ++k) sum += columns[k] + between();
        return sum;
    }
    void add(std::string piece) {
        columns.push_back(utf8::columns(piece));
        shown.push_back(std::move(piece));
    }
};

/// Spaces that are not the space, what a terminal may swallow, and what no font has: private code points and those that
/// are no characters. From U+40000 on nothing else is assigned.
bool is_hidden(char32_t c) {
    const bool a_space = c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200F) || (c >= 0x2028 && c <= 0x202F) ||
                         (c >= 0x205F && c <= 0x206F) || c == 0x3000;
    const bool in_no_font =
        (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF) || (c >= 0xE000 && c <= 0xF8FF) || c >= 0x40000;
    return a_space || in_no_font || c == 0xAD || c == 0xFEFF || c == 0xFFFD || utf8::columns(c) == 0;
}

std::string escaped(const utf8::Character& c, std::string_view bytes) {
    if (!c.valid) return utf8::escaped(bytes);
    switch (c.code) {
        case '\n': return "\\n";
        case '\r': return "\\r";
        case '\t': return "\\t";
        case '"': return "\\\"";
        case '\\': return "\\\\";
        default: break;
    }
    return utf8::is_harmful(c.code) || is_hidden(c.code) ? utf8::escaped(bytes) : std::string(bytes);
}

Pieces pieces_of(std::string_view text, std::size_t most = static_cast<std::size_t>(-1)) {
    Pieces pieces{{}, {}, "\"", "... \"", "", "\"", "\" ..."};
    while (!text.empty() && pieces.size() < most) {
        const utf8::Character c = utf8::first(text);
        std::string shown = escaped(c, text.substr(0, c.bytes));
        // C++ reads a digit behind \xB8 as one more of it, unless the literal is split: "\xB8" "A".
        const bool behind_hex = !pieces.shown.empty() && pieces.shown.back().starts_with("\\x");
        if (behind_hex && shown.size() == 1 && std::isxdigit(static_cast<unsigned char>(shown[0])))
            shown = "\" \"" + shown;
        pieces.add(std::move(shown));
        text.remove_prefix(c.bytes);
    }
    return pieces;
}

/// From number `from` on, as many as fit.
std::string shown_from(const Pieces& pieces, std::size_t from, std::size_t room) {
    std::size_t fit = from, width = pieces.width(from, from);
    const auto end = [&](std::size_t next) {
        return std::char_traits<char>::length(next < pieces.size() ? pieces.close_early : pieces.close);
    };
    std::size_t last = from;  // up to which there is room for the mark behind it, too
    for (; fit < pieces.size(); ++fit) {
        width += pieces.columns[fit] + (fit > from ? pieces.between() : 0);
        if (width + std::char_traits<char>::length(pieces.close) > room) break;
        if (width + end(fit + 1) <= room) last = fit + 1;
    }
    if (last == from && from < pieces.size() && fit > from) last = from + 1;
    std::string text = from > 0 ? pieces.open_later : pieces.open;
    for (std::size_t k = from; k < last; ++k) text += (k > from ? pieces.separator : "") + pieces.shown[k];
    return text + (last < pieces.size() ? pieces.close_early : pieces.close);
}

bool fits(const Pieces& pieces, std::size_t room) {
    const std::size_t ends = std::char_traits<char>::length(pieces.close);
    return pieces.width(0, pieces.size()) + ends <= room + (pieces.size() > 0 ? pieces.between() : 0);
}

Beside beside(const Pieces& yours, const Pieces& expected, std::size_t same, std::size_t room) {
    std::size_t from = 0;
    if (!(fits(yours, room) && fits(expected, room)) && yours.width(0, same) + room / 3 > room) {
        from = same;
        while (from > 0 && yours.width(from - 1, same) <= room / 2) --from;
    }
    return {shown_from(yours, from, room), shown_from(expected, from, room), yours.width(from, same)};
}

/// Nothing where an element is longer than that.
std::optional<Pieces> pieces_of(const Values& values, std::size_t longest) {
    Pieces pieces{{}, {}, "[", "[... ", ", ", "]", " ...]"};
    for (const Value& value : values) {
        auto one = on_a_line(value, longest);
        if (!one) return std::nullopt;
        pieces.add(std::move(*one));
    }
    return pieces;
}

}  // namespace

std::string shape_text(const std::vector<std::size_t>& shape) {
    std::string text;
    for (const std::size_t extent : shape) text += (text.empty() ? "" : ", ") + std::to_string(extent);
    return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

std::string quoted(std::string_view text, std::size_t room) { return shown_from(pieces_of(text, room), 0, room); }

std::optional<std::string> on_a_line(const Value& value, std::size_t room) {
    if (const auto* whole = std::get_if<std::int64_t>(&value.is)) return std::to_string(*whole);
    if (const auto* text = std::get_if<std::string>(&value.is)) {
        const Pieces pieces = pieces_of(*text, room);
        return fits(pieces, room) ? std::optional(shown_from(pieces, 0, room)) : std::nullopt;
    }
    const auto* values = std::get_if<Values>(&value.is);
    if (!values || values->size() > room) return std::nullopt;
    const auto pieces = pieces_of(*values, room);
    return pieces && fits(*pieces, room) ? std::optional(shown_from(*pieces, 0, room)) : std::nullopt;
}

std::optional<std::string> list_on_a_line(const Value& value, std::size_t room) {
    const auto* values = std::get_if<Values>(&value.is);
    if (!values) return std::nullopt;
    const Values first(values->begin(), values->begin() + static_cast<std::ptrdiff_t>(std::min(values->size(), room)));
    const auto pieces = pieces_of(first, room / 3);
    return pieces ? std::optional(shown_from(*pieces, 0, room)) : std::nullopt;
}

std::optional<Beside> beside(const Value& yours, const Value& expected, std::size_t room) {
    const auto same = [](const auto& a, const auto& b, const auto& equal) {
        return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end(), equal).first - a.begin());
    };
    const auto *text = std::get_if<std::string>(&yours.is), *right = std::get_if<std::string>(&expected.is);
    if (text && right) {
        const Pieces mine = pieces_of(*text), wanted = pieces_of(*right);
        return beside(mine, wanted, same(mine.shown, wanted.shown, std::equal_to<>()), room);
    }
    const auto *list = std::get_if<Values>(&yours.is), *right_list = std::get_if<Values>(&expected.is);
    if (!list || !right_list) return std::nullopt;
    // An element that takes the whole line leaves no room for its neighbours, unless there are none.
    for (const std::size_t longest : {room / 3, room}) {
        const auto mine = pieces_of(*list, longest), wanted = pieces_of(*right_list, longest);
        if (!mine || !wanted || (longest == room && !(fits(*mine, room) && fits(*wanted, room)))) continue;
        const auto equal = [](const Value& a, const Value& b) { return close(a, b, {}); };
        return beside(*mine, *wanted, same(*list, *right_list, equal), room);
    }
    return std::nullopt;
}

}  // namespace grader
