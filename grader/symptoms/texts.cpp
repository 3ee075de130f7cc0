// What is true of every wrong text, and of every wrong list of texts or of others that are no arrays.

#include "grader/texts.hpp"
#include "grader/symptoms/seen.hpp"
#include "tools/utf8/utf8.hpp"

namespace grader {

bool is_utf8(std::string_view text) {
    for (; !text.empty(); text.remove_prefix(utf8::first(text).bytes)) {
        if (!utf8::first(text).valid) return false;
    }
    return true;
}

namespace {

using Text = std::string;

struct Texts {
    const Text &yours, &expected;
};
struct Lists {
    const Values &yours, &expected;
};

/// The wrong outputs of those calls, where all are of one kind. Nothing where there are arrays or numbers beside them: there
/// a text is a note of the test's, such as what was thrown.
template <class Type, class Pair>
std::vector<Pair> wrong_ones(const Records& records) {
    std::vector<Pair> wrong;
    for (const Record* r : records) {
        if (!r->failed || r->learner.kind != Outcome::Kind::returned || r->expected.invalid_argument) continue;
        if (!r->learner.modified.empty() || r->learner.outputs.size() != r->expected.outputs.size()) return {};
        // Of several lists of_tokens says which.
        if (std::is_same_v<Type, Values> && r->expected.outputs.size() > 1) return {};
        for (std::size_t k = 0; k < r->expected.outputs.size(); ++k) {
            const auto& is = r->expected.outputs[k].is;
            if (!std::holds_alternative<Text>(is) && !std::holds_alternative<Values>(is)) return {};
            if (close(r->learner.outputs[k], r->expected.outputs[k], r->expected.tolerance)) continue;
            const auto* yours = std::get_if<Type>(&r->learner.outputs[k].is);
            const auto* expected = std::get_if<Type>(&r->expected.outputs[k].is);
            if (!yours || !expected) return {};
            wrong.push_back({*yours, *expected});
        }
    }
    return wrong;
}

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
bool is_line_end(char c) { return c == '\n' || c == '\r'; }

Text without(Text text, bool (*of)(char)) {
    text.erase(std::remove_if(text.begin(), text.end(), of), text.end());
    return text;
}
Text in_small_letters(Text text) {
    for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}
/// Without U+FFFD and the bytes in whose place it may stand.
Text without_broken(std::string_view text) {
    Text rest;
    while (!text.empty()) {
        const utf8::Character c = utf8::first(text);
        if (c.valid && c.code != 0xFFFD) rest += text.substr(0, c.bytes);
        text.remove_prefix(c.bytes);
    }
    return rest;
}

/// The one piece of `longer` that is not in `shorter`; empty where there is none, or more than one.
Text piece(const Text& longer, const Text& shorter) {
    if (longer.size() <= shorter.size()) return "";
    const auto mismatch = std::mismatch(shorter.begin(), shorter.end(), longer.begin()).first;
    const auto at = static_cast<std::size_t>(mismatch - shorter.begin()), n = longer.size() - shorter.size();
    const auto is_right = [&](std::size_t from) { return longer.compare(from + n, Text::npos, shorter, from) == 0; };
    if (!is_right(at)) return "";
    // It may be this one or, a little before, one that begins as this one ends: whole lines are easier to read.
    std::size_t line = at;
    for (std::size_t from = at + 1; from-- > 0 && is_right(from);) {
        if (from == 0 || longer[from - 1] == '\n') line = from;
    }
    return longer.substr(line, n);
}

Text in_ascii(const Text& text) {
    return without(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

template <class Pair>
struct Told {
    const char *id, *en, *zh;
    bool (*holds)(const Pair&);
};

template <class Pair, std::size_t n>
std::optional<Symptom> first_that_holds(const std::vector<Pair>& wrong, const Told<Pair> (&kinds)[n]) {
    for (const auto& kind : kinds) {
        if (std::all_of(wrong.begin(), wrong.end(), kind.holds)) return symptom(kind.id, kind.en, kind.zh);
    }
    return std::nullopt;
}

Text without_each(Text text, const Text& piece) {
    for (std::size_t at = 0; (at = text.find(piece, at)) != Text::npos;) text.erase(at, piece.size());
    return text;
}

/// The piece that is missing wherever it should stand, several times; empty where there is none.
Text piece_each_time(const Texts& t) {
    if (t.expected.size() <= t.yours.size()) return "";
    const auto mismatch = std::mismatch(t.yours.begin(), t.yours.end(), t.expected.begin()).first;
    const auto at = static_cast<std::size_t>(mismatch - t.yours.begin()), missing = t.expected.size() - t.yours.size();
    for (std::size_t times = 2; times <= 20; ++times) {
        Text piece = missing % times == 0 ? t.expected.substr(at, missing / times) : "";
        if (!piece.empty() && without_each(t.expected, piece) == t.yours) return piece;
    }
    return "";
}

/// The same piece too little or too much, once or wherever it stands.
std::optional<Symptom> of_pieces(const std::vector<Texts>& wrong) {
    constexpr std::size_t room = 100;
    const auto each = [&](const auto& holds) { return std::all_of(wrong.begin(), wrong.end(), holds); };
    const bool too_little = wrong[0].yours.size() < wrong[0].expected.size();
    const auto of = [&](const Texts& t) {
        return too_little ? piece(t.expected, t.yours) : piece(t.yours, t.expected);
    };
    const Text once = of(wrong[0]), shown = quoted(once, room);
    if (!once.empty() && each([&](const Texts& t) { return of(t) == once; })) {
        if (too_little)
            return symptom("text-lacks", "Every wrong text lacks " + shown + " in one place and is right otherwise.",
                           "每个错误的文本都是在一处少了 " + shown + "，其余都对。");
        return symptom("text-has-besides",
                       "Every wrong text has an extra " + shown + " in one place and is right otherwise.",
                       "每个错误的文本都是在一处多了 " + shown + "，其余都对。");
    }
    for (const Texts& t : wrong) {
        const Text again = piece_each_time(t);
        if (again.empty() || !each([&](const Texts& u) { return without_each(u.expected, again) == u.yours; }))
            continue;
        return symptom("text-lacks-each",
                       "Every wrong text lacks every " + quoted(again, room) + " and is right otherwise.",
                       "每个错误的文本都缺了所有的 " + quoted(again, room) + "，其余都对。");
    }
    return std::nullopt;
}

std::vector<Text> sorted_lines(const Text& text) {
    std::vector<Text> lines{""};
    for (const char c : text) {
        if (c == '\n') lines.emplace_back();
        else lines.back() += c;
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

constexpr Told<Texts> kinds_of_texts[] = {
    {"text-empty", "Every wrong text is empty.", "每个错误的文本都是空的。",
     [](const Texts& t) { return t.yours.empty(); }},
    {"text-line-ends", "Every wrong text is right except for its newlines.", "每个错误的文本都只有换行不对。",
     [](const Texts& t) { return without(t.yours, is_line_end) == without(t.expected, is_line_end); }},
    {"text-spaces", "Every wrong text is right except for its whitespace.", "每个错误的文本都只有空白字符不对。",
     [](const Texts& t) { return without(t.yours, is_space) == without(t.expected, is_space); }},
    {"text-case", "Every wrong text is right except for capital and small letters.", "每个错误的文本都只有大小写不对。",
     [](const Texts& t) { return in_small_letters(t.yours) == in_small_letters(t.expected); }},
    {"text-replacements", "Every wrong text is right except for its U+FFFD and the bytes that they replace.",
     "每个错误的文本，除了 U+FFFD 和它所代替的字节，其余都对。",
     [](const Texts& t) { return is_utf8(t.expected) && without_broken(t.yours) == without_broken(t.expected); }},
    {"text-not-utf8", "No wrong text is UTF-8, and every expected one is.",
     "错误的文本都不是 UTF-8，而应有的文本都是。",
     [](const Texts& t) { return !is_utf8(t.yours) && is_utf8(t.expected); }},
    {"text-begins", "Every wrong text is the expected one without its end.", "每个错误的文本都是应有的文本缺了结尾。",
     [](const Texts& t) { return t.expected.starts_with(t.yours); }},
    {"text-ends", "Every wrong text is the expected one without its beginning.",
     "每个错误的文本都是应有的文本缺了开头。", [](const Texts& t) { return t.expected.ends_with(t.yours); }},
    {"text-more-behind", "Every wrong text is the expected one with something after it.",
     "每个错误的文本都是应有的文本后面多了东西。", [](const Texts& t) { return t.yours.starts_with(t.expected); }},
    {"text-more-before", "Every wrong text is the expected one with something before it.",
     "每个错误的文本都是应有的文本前面多了东西。", [](const Texts& t) { return t.yours.ends_with(t.expected); }},
    {"text-piece-missing", "Every wrong text lacks one piece of the expected one and is right otherwise.",
     "每个错误的文本都是在一处少了一段，其余都对。",
     [](const Texts& t) { return !piece(t.expected, t.yours).empty(); }},
    {"text-piece-added", "Every wrong text has one extra piece in it and is right otherwise.",
     "每个错误的文本都是在一处多了一段，其余都对。",
     [](const Texts& t) { return !piece(t.yours, t.expected).empty(); }},
    {"text-lines-permuted", "Every wrong text has the expected lines in another order.",
     "每个错误的文本的各行都对，只是次序不同。",
     [](const Texts& t) { return sorted_lines(t.yours) == sorted_lines(t.expected); }},
    {"text-ascii-right", "Every wrong text has the right ASCII characters in the right order; only others are wrong.",
     "每个错误的文本里，ASCII 字符及其次序都对，错的只是其余的字符。",
     [](const Texts& t) { return in_ascii(t.expected).size() > 2 && in_ascii(t.yours) == in_ascii(t.expected); }},
    {"text-too-long", "Every wrong text has too many bytes.", "每个错误的文本，字节数都偏多。",
     [](const Texts& t) { return t.yours.size() > t.expected.size(); }},
    {"text-too-short", "Every wrong text has too few bytes.", "每个错误的文本，字节数都偏少。",
     [](const Texts& t) { return t.yours.size() < t.expected.size(); }},
};

bool equal(const Value& a, const Value& b) { return close(a, b, {}); }

bool begins(const Values& list, const Values& with) {
    return list.size() >= with.size() && std::equal(with.begin(), with.end(), list.begin(), equal);
}

constexpr std::string_view letters_of_names = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.[]";

/// All texts one behind the other; nothing where one is no text.
std::optional<Text> joined(const Values& list) {
    Text all;
    for (const Value& one : list) {
        const auto* text = std::get_if<Text>(&one.is);
        if (!text) return std::nullopt;
        all += *text;
    }
    return all;
}

std::string line_of(const Value& value) {
    const auto* line = std::get_if<Text>(&value.is);
    return line ? *line : "";
}

/// "created: 7", "take() = 1": a line that says something, and is no piece of a text.
bool is_line(const Value& value) {
    const std::string line = line_of(value);
    const auto name = line.find_first_not_of(letters_of_names);
    if (name == line.npos || name == 0) return false;
    return line.compare(name, 2, ": ") == 0 || (line[name] == '(' && line.find(')', name) != line.npos);
}
bool is_of_lines(const Values& list) { return std::any_of(list.begin(), list.end(), is_line); }
bool are_of_lines(const std::vector<Lists>& lists) {
    return std::all_of(lists.begin(), lists.end(), [](const Lists& l) { return is_of_lines(l.expected); });
}

constexpr Told<Lists> kinds_of_lists[] = {
    {"list-empty", "Every wrong list is empty.", "每个错误的列表都是空的。",
     [](const Lists& l) { return l.yours.empty(); }},
    {"list-begins", "Every wrong list is the beginning of the expected one.", "每个错误的列表都是应有列表的开头一段。",
     [](const Lists& l) { return begins(l.expected, l.yours); }},
    {"list-more-behind", "Every wrong list is the expected one with something after it.",
     "每个错误的列表都是应有的列表后面多了东西。", [](const Lists& l) { return begins(l.yours, l.expected); }},
    {"list-reversed", "Every wrong list is the expected one in reverse.", "每个错误的列表都是应有的列表倒过来。",
     [](const Lists& l) {
         return std::equal(l.yours.rbegin(), l.yours.rend(), l.expected.begin(), l.expected.end(), equal);
     }},
    {"list-permuted", "Every wrong list holds exactly what is expected, in another order.",
     "每个错误的列表里的东西都对，只是次序不同。",
     [](const Lists& l) {
         return l.yours.size() == l.expected.size() &&
                std::is_permutation(l.yours.begin(), l.yours.end(), l.expected.begin(), equal);
     }},
    {"list-of-characters", "Joined, every wrong list gives the right text, but each piece of it is a single character.",
     "每个错误的列表连起来都和应有的一样，但每个文本都只有一个字符。",
     [](const Lists& l) {
         const auto is_one = [](const Value& v) {
             const auto* text = std::get_if<Text>(&v.is);
             return text && !text->empty() && utf8::first(*text).valid && utf8::first(*text).bytes == text->size();
         };
         return joined(l.yours) == joined(l.expected) && std::all_of(l.yours.begin(), l.yours.end(), is_one);
     }},
    {"list-joined-more", "Joined, every wrong list gives the right text, but it is cut into more pieces.",
     "每个错误的列表连起来都和应有的一样，只是切得更碎。",
     [](const Lists& l) {
         return l.yours.size() > l.expected.size() && joined(l.yours) && joined(l.yours) == joined(l.expected);
     }},
    {"list-joined-fewer", "Joined, every wrong list gives the right text, but it is cut into fewer pieces.",
     "每个错误的列表连起来都和应有的一样，只是切出的段更少。",
     [](const Lists& l) {
         return l.yours.size() < l.expected.size() && joined(l.yours) && joined(l.yours) == joined(l.expected);
     }},
    {"list-joined", "Joined, every wrong list gives the right text, but it is cut in other places.",
     "每个错误的列表连起来都和应有的一样，只是切分的位置不同。",
     [](const Lists& l) { return joined(l.yours) && joined(l.yours) == joined(l.expected); }},
};

/// The first line of all of yours, where it is a message; else the name of the only line that is ever wrong.
std::optional<Symptom> of_lines(const std::vector<Lists>& lists) {
    if (!are_of_lines(lists)) return {};
    std::string first = lists[0].yours.empty() ? "" : line_of(lists[0].yours[0]), name;
    bool is_message = !first.empty() && !is_line(lists[0].yours[0]), is_one = true;
    for (const auto& [yours, expected] : lists) {
        is_message = is_message && !yours.empty() && line_of(yours[0]) == first && line_of(expected[0]) != first;
        is_one = is_one && yours.size() == expected.size();
        for (std::size_t k = 0; is_one && k < expected.size(); ++k) {
            const std::string a = line_of(yours[k]), b = line_of(expected[k]);
            if (a == b) continue;
            const std::string of_a = a.substr(0, a.find(": ")), of_b = b.substr(0, b.find(": "));
            is_one = of_a == of_b && of_a.size() < a.size() && (name.empty() || name == of_b);
            name = of_b;
        }
    }
    if (is_message)
        return Symptom{"lines-begin-alike",
                       either("Wherever yours is wrong, it begins with this line, and something else belongs there: ",
                              "凡是错的地方，第一行都是下面这句，而应有的不是它：") +
                           first};
    if (is_one && !name.empty())
        return Symptom{"one-line",
                       either("Only lines that begin so are ever wrong: ", "错的都是这样开头的行：") + name};
    return {};
}

/// What a line tells of where it differs from another: a part behind a semicolon by its words, "refused", else the line by its
/// name, "evict()".
std::string told_of(const std::string& line, const std::string& other) {
    const auto at = std::mismatch(line.begin(), line.end(), other.begin(), other.end()).first - line.begin();
    const auto part = line.rfind("; ", static_cast<std::size_t>(at));
    if (part != line.npos) {
        const auto end = line.find_first_of("0123456789(;:", part + 2);
        const std::string words = line.substr(part + 2, end == line.npos ? end : end - part - 2);
        const auto last = words.find_last_not_of(' ');
        if (last != words.npos) return words.substr(0, last + 1);
    }
    const auto end = line.find_first_not_of(letters_of_names);
    const std::string name = line.substr(0, end), called = end != line.npos && line[end] == '(' ? "()" : "";
    return name.substr(called.empty() ? 0 : name.rfind('.') + 1) + called;
}

/// Whether of as many texts the first that differs is the expected one with more behind it. Lines say something else each.
bool first_has_more(const Values& list, const Values& than) {
    const auto [one, other] = std::mismatch(list.begin(), list.end(), than.begin(), than.end(), equal);
    if (list.size() != than.size() || one == list.end() || is_of_lines(list) || is_of_lines(than)) return false;
    const auto *text = std::get_if<Text>(&one->is), *shorter = std::get_if<Text>(&other->is);
    return text && shorter && text->starts_with(*shorter);
}

/// Not of texts, of which the joined ones say more. A list may end where it goes wrong: its only element says nothing of firsts.
bool has_more_than_a_first(const Lists& l) {
    return !joined(l.expected) && l.yours.size() > 1 && l.expected.size() > 1;
}

constexpr Told<Lists> more_kinds_of_lists[] = {
    {"list-of-empty", "Every wrong list holds nothing but empty texts.", "每个错误的列表里只有空文本。",
     [](const Lists& l) { return joined(l.yours) == ""; }},
    {"joined-begins", "Joined, every wrong list lacks the end of the right text.", "每个错误的列表连起来都缺了结尾。",
     [](const Lists& l) {
         const auto yours = joined(l.yours), expected = joined(l.expected);
         return yours && expected && yours->size() < expected->size() && expected->starts_with(*yours);
     }},
    {"joined-more-behind", "Joined, every wrong list is the right text with something after it.",
     "每个错误的列表连起来都是应有的文本，后面多了东西。",
     [](const Lists& l) {
         const auto yours = joined(l.yours), expected = joined(l.expected);
         return yours && expected && !is_of_lines(l.expected) && yours->size() > expected->size() &&
                yours->starts_with(*expected);
     }},
    {"joined-replacements", "Joined, every wrong list is right except for U+FFFD and the bytes that they replace.",
     "每个错误的列表连起来，除了 U+FFFD 和它所代替的字节，其余都对。",
     [](const Lists& l) {
         const auto yours = joined(l.yours), expected = joined(l.expected);
         return yours && expected && is_utf8(*expected) && without_broken(*yours) == without_broken(*expected);
     }},
    {"joined-ascii",
     "Joined, every wrong list has the right ASCII characters in the right order; only others are wrong.",
     "每个错误的列表连起来，ASCII 字符及其次序都对，错的只是其余的字符。",
     [](const Lists& l) {
         const auto yours = joined(l.yours), expected = joined(l.expected);
         return yours && expected && in_ascii(*expected).size() > 2 && in_ascii(*yours) == in_ascii(*expected);
     }},
    {"first-has-more", "Wherever yours is wrong, the first text that differs is the expected one with more after it.",
     "凡是错的地方，最先不同的那一段都是应有的那一段后面又多了一些。",
     [](const Lists& l) { return first_has_more(l.yours, l.expected); }},
    {"first-has-less", "Wherever yours is wrong, the first text that differs is the expected one without its end.",
     "凡是错的地方，最先不同的那一段都是应有的那一段少了末尾。",
     [](const Lists& l) { return first_has_more(l.expected, l.yours); }},
    {"joined-too-long", "Joined, every wrong list has too many bytes.", "每个错误的列表连起来，字节数都偏多。",
     [](const Lists& l) {
         const auto yours = joined(l.yours), expected = joined(l.expected);
         return !is_of_lines(l.expected) && yours && expected && yours->size() > expected->size();
     }},
    {"joined-too-short", "Joined, every wrong list has too few bytes.", "每个错误的列表连起来，字节数都偏少。",
     [](const Lists& l) {
         const auto yours = joined(l.yours), expected = joined(l.expected);
         return !is_of_lines(l.expected) && yours && expected && yours->size() < expected->size();
     }},
    {"list-of-swapped-pairs", "Every wrong list is the expected one with the two parts of each pair swapped.",
     "每个错误的列表都是应有的列表，只是每一对的左右两部分对调了。",
     [](const Lists& l) {
         return std::equal(l.yours.begin(), l.yours.end(), l.expected.begin(), l.expected.end(),
                           [](const Value& a, const Value& b) {
                               const auto *one = std::get_if<Values>(&a.is), *other = std::get_if<Values>(&b.is);
                               return one && other && one->size() == 2 && other->size() == 2 &&
                                      equal((*one)[0], (*other)[1]) && equal((*one)[1], (*other)[0]);
                           });
     }},
    {"list-first-wrong", "The first element of every wrong list is wrong.", "每个错误的列表，第一个元素都不对。",
     [](const Lists& l) { return has_more_than_a_first(l) && !equal(l.yours[0], l.expected[0]); }},
    {"list-first-right", "The first element of every wrong list is right.", "每个错误的列表里，第一个元素都是对的。",
     [](const Lists& l) { return has_more_than_a_first(l) && equal(l.yours[0], l.expected[0]); }},
    {"list-too-long", "Every wrong list is too long.", "每个错误的列表都太长。",
     [](const Lists& l) { return !is_of_lines(l.expected) && l.yours.size() > l.expected.size(); }},
    {"list-too-short", "Every wrong list is too short.", "每个错误的列表都太短。",
     [](const Lists& l) { return !is_of_lines(l.expected) && l.yours.size() < l.expected.size(); }},
};

}  // namespace

std::optional<Symptom> of_texts(const Records& records) {
    if (const auto texts = wrong_ones<Text, Texts>(records); !texts.empty()) {
        const bool empty = std::all_of(texts.begin(), texts.end(), [](const Texts& t) { return t.yours.empty(); });
        if (auto found = empty ? std::nullopt : of_pieces(texts)) return found;
        return first_that_holds(texts, kinds_of_texts);
    }
    const auto lists = wrong_ones<Values, Lists>(records);
    if (lists.empty()) return std::nullopt;
    if (auto found = first_that_holds(lists, kinds_of_lists)) return found;
    if (auto found = of_lines(lists)) return found;
    return first_that_holds(lists, more_kinds_of_lists);
}

std::optional<Symptom> of_first_lines(const Records& records) {
    const auto lists = wrong_ones<Values, Lists>(records);
    if (lists.size() < 2 || !are_of_lines(lists)) return {};
    std::string what;
    for (const auto& [yours, expected] : lists) {
        const auto [one, other] = std::mismatch(yours.begin(), yours.end(), expected.begin(), expected.end(), equal);
        if (one == yours.begin() || one == yours.end() || other == expected.end()) return {};
        const std::string of = told_of(line_of(*other), line_of(*one));
        if (of.empty() || (!what.empty() && what != of)) return {};
        what = of;
    }
    return symptom("first-lines", "Wherever yours is wrong, the first line that differs is about this: " + what,
                   "凡是错的地方，最先不同的那一行说的都是：" + what);
}

}  // namespace grader
