#include "setup.hpp"

#include "grader/questions.hpp"

using grader::Call;
using grader::grade;
using grader::Value;
using grader::Values;

QUESTION("the chapter's word, step by step", "章节里的词，一步一步合并") { grade("by-hand"); }

QUESTION("two characters and the merge that joins them", "两个字符，和合并它们的那一条") { grade("one-pair"); }

QUESTION("without merges every character is a symbol", "没有合并规则时，每个字符是一个符号") {
    grade("no-merges");
    grade("no-pair-known");
}

QUESTION("a word of one character", "只有一个字符的词") {
    grade("one-character");
    grade("one-wide-character");
}

QUESTION("an empty word has no symbols", "空词没有符号") {
    for (const char* name : {"by-hand", "no-merges"}) {
        grade(grader::with(name, {{"word", ""}}), {grader::Value(grader::Values{})});
    }
}

QUESTION("the same character several times: the leftmost pair first", "同一个字符连着出现：先合并最左边的一对") {
    for (const char* name : {"two-as", "three-as", "four-as", "seven-as", "three-and-joined"}) grade(name);
}

QUESTION("the lowest rank first, wherever it is", "不论在哪里，先合并序号最小的") {
    grade("right-first");
    grade("left-first");
    grade("middle-first");
}

QUESTION("what was joined is joined again", "合并成的符号还会再合并") {
    grade("chain");
    grade("chain-from-the-right");
    grade("joined-with-joined");
}

QUESTION("a pair that occurs in two places", "同一对出现在两处") { grade("twice-apart"); }

QUESTION("after a pair that has no rank", "前面有一对没有序号") { grade("gap-then-known"); }

QUESTION("the rank counts, not the place in the map", "看的是序号，不是在 map 里的位置") {
    grade("falling-in-the-map");
    grade("given-in-another-order");
}

QUESTION("ranks with gaps, and ranks from 1", "序号有空缺；序号从 1 开始") {
    grade("gaps");
    grade("from-one");
}

QUESTION("ranks that 32 bits cannot hold", "32 位放不下的序号") { grade("large-ranks"); }

QUESTION("ranks up to the largest std::size_t", "序号一直到 std::size_t 的最大值") {
    const auto asked = [](Values pairs, Values ranks) {
        return Call{"", {{"word", "abcd"}, {"pairs", std::move(pairs)}, {"large ranks", std::move(ranks)}}};
    };
    const Values ab{"a", "b"}, bc{"b", "c"}, cd{"c", "d"};
    const char *half = "9223372036854775809", *next = "9223372036854775810", *last = "18446744073709551615";
    grade(asked({ab, bc, cd}, {last, half, "0"}), {Value(Values{"ab", "cd"})});
    grade(asked({ab, bc}, {next, half}), {Value(Values{"a", "bc", "d"})});
    grade(asked({ab, bc}, {half, next}), {Value(Values{"ab", "c", "d"})});
}

QUESTION("a pair that is gone when its turn comes", "轮到一对时，它已经不在了") {
    // (a, b) has rank 1 and is gone after (b, c): what stands there then, (a, bc), is not next.
    const auto pair = [](const char* left, const char* right) { return Value(Values{left, right}); };
    const auto asked = [&](const char* word, Values pairs) {
        std::vector<std::int64_t> ranks(pairs.size());
        for (std::size_t i = 0; i < ranks.size(); ++i) ranks[i] = static_cast<std::int64_t>(i);
        return Call{
            "", {{"word", word}, {"ranks", grader::Integers({ranks.size()}, ranks)}, {"pairs", std::move(pairs)}}};
    };
    grade(
        asked("abcd", {pair("b", "c"), pair("a", "b"), pair("bc", "d"), pair("a", "bc")}), {Value(Values{"a", "bcd"})});
    grade(
        asked("dabc", {pair("a", "b"), pair("b", "c"), pair("d", "ab"), pair("ab", "c")}), {Value(Values{"dab", "c"})});
}

QUESTION("(ab, c) is not (a, bc)", "(ab, c) 不是 (a, bc)") { grade("another-pair-of-the-same-text"); }

QUESTION("a space and a zero byte are characters like others", "空格和零字节与别的字符一样") {
    grade("zero-bytes");
    grade("spaces");
}

QUESTION("each character of ASCII may be in a word: none can stand between the two symbols of a key",
    "ASCII 的每个字符都可能出现在词里：哪个也不能在键里用来隔开两个符号") {
    const auto pair = [](const std::string& left, const std::string& right) {
        return Value(Values{Value(left), Value(right)});
    };
    for (int code = 0; code < 128; ++code) {
        // (x, cy) has no rank, but (xc, y) has.
        const std::string c(1, static_cast<char>(code)), x = c == "x" ? "a" : "x", y = c == "y" ? "a" : "y";
        grade(grader::with("by-hand", {{"word", x + c + y}, {"pairs", Values{pair(c, y), pair(x, c), pair(x + c, y)}},
                                          {"ranks", grader::Integers({3}, std::vector<std::int64_t>{0, 1, 2})}}),
            {pair(x, c + y)});
    }
}

QUESTION("characters of two bytes, as to_byte_level writes them", "to_byte_level 写出的两字节字符") {
    grade("two-bytes");
    grade("neighbours-of-two-bytes");
}

QUESTION("characters of three and four bytes", "三个和四个字节的字符") {
    grade("four-bytes-at-the-end");
    grade("three-and-four-bytes");
}

QUESTION("a longer symbol is known, but its merges come too late", "有更长的符号，但合并成它的规则排在后面") {
    grade("longest-is-not-made");
}

QUESTION("a word of 24 random characters, twelve merges", "24 个随机字符的词，十二条合并规则") {
    grade("random");
    grade("random-ranks");
}

QUESTION("a word of 90 random characters, sixty merges", "90 个随机字符的词，六十条合并规则") { grade("long"); }

QUESTION("a word of 400 characters", "400 个字符的词") { grade("very-long"); }
