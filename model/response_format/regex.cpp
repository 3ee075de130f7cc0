#include <algorithm>

#include "model/response_format/automaton.hpp"
#include "tools/utf8/utf8.hpp"

namespace tiny_llm {
namespace {

/// Reads a pattern from left to right and builds its automaton as it goes.
class Parser {
public:
    Parser(std::string_view pattern, Nfa& nfa) : pattern_(pattern), nfa_(nfa) {}

    Nfa::Part whole() {
        const Nfa::Part made = alternatives();
        if (!is_at_end()) fail("a ) too many");
        return made;
    }

private:
    bool is_at_end() const { return at_ == pattern_.size(); }
    bool sees(char c) const { return !is_at_end() && pattern_[at_] == c; }
    bool takes(std::string_view text) {
        const bool is_there = pattern_.substr(at_).starts_with(text);
        if (is_there) at_ += text.size();
        return is_there;
    }
    [[noreturn]] void fail(const std::string& what) const {
        throw std::invalid_argument("regular expression, byte " + std::to_string(at_) + ": " + what);
    }

    Nfa::Part alternatives() {
        if (++depth_ > 200) fail("too many parentheses inside each other");
        Nfa::Part made = sequence();
        while (takes("|")) made = nfa_.either(made, sequence());
        --depth_;
        return made;
    }
    Nfa::Part sequence() {
        Nfa::Part made = nfa_.nothing();
        while (!is_at_end() && !sees('|') && !sees(')')) made = nfa_.after(made, repeated());
        return made;
    }

    /// For {2,5} what is repeated is read five times.
    Nfa::Part repeated() {
        const std::size_t begin = at_;
        Nfa::Part made = atom();
        if (takes("*")) made = nfa_.maybe(nfa_.once_or_more(made));
        else if (takes("+")) made = nfa_.once_or_more(made);
        else if (takes("?")) made = nfa_.maybe(made);
        else if (takes("{")) {
            const std::size_t least = count();
            std::optional<std::size_t> most = least;
            if (takes(",")) most = sees('}') ? std::nullopt : std::optional(count());
            if (!takes("}")) fail("no }");
            if (most && *most < least) fail("the second number is below the first");
            const std::size_t end = at_;
            const auto again = [&] {
                at_ = begin;
                return atom();
            };
            made = nfa_.several(
                again, [&] { return nfa_.nothing(); }, least, most);
            at_ = end;
        }
        if (sees('*') || sees('+') || sees('?') || sees('{')) fail("two repetitions one after the other");
        return made;
    }
    std::size_t count() {
        std::size_t number = 0;
        const std::size_t begin = at_;
        while (!is_at_end() && is_digit(pattern_[at_])) {
            number = std::min<std::size_t>(10 * number + static_cast<std::size_t>(pattern_[at_++] - '0'), 1'000'000);
        }
        if (at_ == begin) fail("a number is missing");
        return number;
    }
    static bool is_digit(char c) { return c >= '0' && c <= '9'; }

    Nfa::Part atom() {
        if (takes("(")) {
            if (!takes("?:") && sees('?')) fail("(? is known only in (?:");
            const Nfa::Part made = alternatives();
            if (!takes(")")) fail("no )");
            return made;
        }
        if (takes("[")) return nfa_.one_of(set());
        if (takes(".")) return nfa_.one_of({{0, '\n' - 1}, {'\n' + 1, Nfa::largest}});
        if (sees('*') || sees('+') || sees('?') || sees('{')) fail("nothing to repeat");
        if (sees('^') || sees('$')) fail("^ and $ are not known: the whole text is matched");
        return nfa_.one_of(one());
    }
    /// A character, or a set such as \d.
    Nfa::Ranges one() {
        if (takes("\\")) return escaped();
        const Nfa::CodePoint c = character();
        return {{c, c}};
    }
    Nfa::Ranges escaped() {
        if (is_at_end()) fail("nothing after \\");
        const char letter = pattern_[at_++];
        switch (letter) {
            case 'd': return {{'0', '9'}};
            case 'w': return {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
            case 's': return {{'\t', '\r'}, {' ', ' '}};
            case 'n': return {{'\n', '\n'}};
            case 'r': return {{'\r', '\r'}};
            case 't': return {{'\t', '\t'}};
            case 'x': return hexadecimal(2);
            case 'u': return hexadecimal(4);
            default: break;
        }
        const bool is_letter = is_digit(letter) || (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
        if (is_letter) fail(std::string("\\") + letter + " is not known");
        --at_;
        const Nfa::CodePoint c = character();
        return {{c, c}};
    }
    Nfa::Ranges hexadecimal(std::size_t digits) {
        Nfa::CodePoint c = 0;
        for (std::size_t k = 0; k < digits; ++k, ++at_) {
            const std::string_view all = "0123456789abcdefABCDEF";
            const std::size_t place = is_at_end() ? all.npos : all.find(pattern_[at_]);
            if (place == all.npos) fail("a hexadecimal digit is missing");
            c = 16 * c + static_cast<Nfa::CodePoint>(place < 16 ? place : place - 6);
        }
        return {{c, c}};
    }
    Nfa::CodePoint character() {
        const utf8::Character c = utf8::first(pattern_.substr(at_));
        if (!c.valid) fail("not UTF-8");
        at_ += c.bytes;
        return static_cast<Nfa::CodePoint>(c.code);
    }

    /// After [.
    Nfa::Ranges set() {
        const bool is_negated = takes("^");
        Nfa::Ranges ranges;
        while (!sees(']')) {
            if (is_at_end()) fail("no ]");
            const Nfa::Ranges low = one();
            if (!sees('-') || pattern_.substr(at_ + 1).starts_with(']')) {
                ranges.insert(ranges.end(), low.begin(), low.end());
                continue;
            }
            ++at_;
            if (is_at_end()) fail("no ]");
            const Nfa::Ranges high = one();
            const bool are_characters =
                low.size() == 1 && low[0].first == low[0].second && high.size() == 1 && high[0].first == high[0].second;
            if (!are_characters || high[0].first < low[0].first) fail("- is not between a character and a later one");
            ranges.emplace_back(low[0].first, high[0].first);
        }
        ++at_;
        if (ranges.empty()) fail("a set of no characters");
        return is_negated ? others(ranges) : ranges;
    }
    static Nfa::Ranges others(Nfa::Ranges ranges) {
        std::sort(ranges.begin(), ranges.end());
        Nfa::Ranges rest;
        Nfa::CodePoint next = 0;
        for (const auto& [first, last] : ranges) {
            if (first > next) rest.emplace_back(next, first - 1);
            next = std::max(next, last + 1);
        }
        if (next <= Nfa::largest) rest.emplace_back(next, Nfa::largest);
        return rest;
    }

    std::string_view pattern_;
    Nfa& nfa_;
    std::size_t at_ = 0, depth_ = 0;
};

}  // namespace

Nfa::Part Nfa::regex(std::string_view pattern) { return Parser(pattern, *this).whole(); }

Dfa regex_dfa(std::string_view pattern) {
    Nfa nfa;
    const Nfa::Part whole = nfa.regex(pattern);
    return nfa.dfa(whole);
}

}  // namespace tiny_llm
