#include "model/response_format/automaton.hpp"

#include "grader/catch.hpp"

using namespace tiny_llm;

namespace {

bool accepts(const Dfa& dfa, std::string_view text) {
    std::int32_t state = 0;
    for (const unsigned char byte : text) {
        state = dfa.next[static_cast<std::size_t>(state)][byte];
        if (state < 0) return false;
    }
    return dfa.accepting[static_cast<std::size_t>(state)];
}

struct Case {
    std::string pattern;
    std::size_t states;
    std::vector<std::string> accepted, refused;
};

std::string complaint(const std::string& pattern) {
    try {
        regex_dfa(pattern);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a pattern accepts what it matches, with as few states as can be") {
    const std::vector<Case> cases = {
        {"", 1, {""}, {"a"}},
        {"abc", 4, {"abc"}, {"", "ab", "abcd", "abd"}},
        {"a|", 2, {"", "a"}, {"aa"}},
        {"0|[1-9][0-9]?", 3, {"0", "7", "42"}, {"", "07", "100"}},
        {"(a|b)*abb", 4, {"abb", "babaabb"}, {"", "ab", "abba"}},
        {"(?:0|1(?:01*0)*1)+", 4, {"0", "11", "110", "1001", "10010"}, {"", "1", "10", "100"}},
        {"(ab|ac|ad)+", 3, {"ab", "adac"}, {"a", "aba", "abe"}},
        {"a{3}", 4, {"aaa"}, {"aa", "aaaa"}},
        {"a{2,}", 3, {"aa", "aaaaa"}, {"", "a"}},
        {"a{0,2}b{0}", 3, {"", "a", "aa"}, {"aaa", "b"}},
        {"(?:ab){1,2}", 5, {"ab", "abab"}, {"", "aba", "ababab"}},
        {"(a{2}){2,3}", 7, {"aaaa", "aaaaaa"}, {"aa", "aaa", "aaaaa", "aaaaaaaa"}},
        {"[^a-y]", 9, {"z", "A", "\n", "é", "🦊"}, {"a", "", "\xC3", "\xFF"}},
        {"[-a]", 2, {"-", "a"}, {"b"}},
        {"[a\\]\\-]", 2, {"a", "]", "-"}, {"\\"}},
        {"\\d\\w\\s", 4, {"7_ ", "0a\t"}, {"a7 ", "77"}},
        {"\\x41\\u4E2D\\n\\.", 7, {"A中\n."}, {"A中\nx"}},
        {".", 9, {"a", "中"}, {"\n", "", "ab"}},
        {"[一-龥]+", 7, {"中", "中文"}, {"", "中a", "\xE4\xB8", "㐀"}},
        {"é|e", 3, {"é", "e"}, {"\xC3"}},
        {"}]", 3, {"}]"}, {"}"}},
    };
    for (const Case& one : cases) {
        CAPTURE(one.pattern);
        const Dfa dfa = regex_dfa(one.pattern);
        CHECK(dfa.next.size() == one.states);
        for (const std::string& text : one.accepted) {
            CAPTURE(text);
            CHECK(accepts(dfa, text));
        }
        for (const std::string& text : one.refused) {
            CAPTURE(text);
            CHECK_FALSE(accepts(dfa, text));
        }
    }
}

TEST_CASE("every code point is accepted as UTF-8, and nothing else is") {
    const Dfa dfa = regex_dfa("[\\x00-\\uFFFF]|[^\\x00-\\uFFFF]");
    for (const char* broken :
         {"\x80", "\xC0\xAF", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xED\xBF\xBF",
          "\xF0\x80\x80\x80", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"})
        CHECK_FALSE(accepts(dfa, broken));
    for (const char* whole : {"\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
                              "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"})
        CHECK(accepts(dfa, whole));
}

TEST_CASE("what a pattern may not have is named, with its place") {
    CHECK(complaint("ab(") == "regular expression, byte 3: no )");
    CHECK(complaint("a)") == "regular expression, byte 1: a ) too many");
    CHECK(complaint("[a") == "regular expression, byte 2: no ]");
    CHECK(complaint("[]") == "regular expression, byte 2: a set of no characters");
    CHECK(complaint("[z-a]") == "regular expression, byte 4: - is not between a character and a later one");
    CHECK(complaint("*a") == "regular expression, byte 0: nothing to repeat");
    CHECK(complaint("a+?") == "regular expression, byte 2: two repetitions one after the other");
    CHECK(complaint("a{2,1}") == "regular expression, byte 6: the second number is below the first");
    CHECK(complaint("a{x}") == "regular expression, byte 2: a number is missing");
    CHECK(complaint("\\b") == "regular expression, byte 2: \\b is not known");
    CHECK(complaint("a\\") == "regular expression, byte 2: nothing after \\");
    CHECK(complaint("\\u4") == "regular expression, byte 3: a hexadecimal digit is missing");
    CHECK(complaint("^a$") == "regular expression, byte 0: ^ and $ are not known: the whole text is matched");
    CHECK(complaint("(?=a)") == "regular expression, byte 1: (? is known only in (?:");
    CHECK(complaint("\xC3") == "regular expression, byte 0: not UTF-8");
    CHECK(complaint("\xED\xA0\x80") == "regular expression, byte 0: not UTF-8");
    CHECK(complaint(std::string(1000, '(')).find("too many parentheses") != std::string::npos);
    for (const char* large : {"a{100000}", "a{99999999999999999999}", "((((a{9}){9}){9}){9}){9}", "(a|b)*a(a|b){20}"})
        CHECK(complaint(large) == "the automaton would be too large");
}

TEST_CASE("how many bytes are left at the least") {
    CHECK(bytes_to_accept(regex_dfa("abc|d")) == std::vector<std::int32_t>{1, 2, 0, 1});
    const Dfa dead{{{}, {}}, {false, false}};
    CHECK(bytes_to_accept(dead) == std::vector<std::int32_t>{-1, -1});
}
