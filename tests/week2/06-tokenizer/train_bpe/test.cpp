#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;
using grader::Value;
using grader::Values;

QUESTION("the chapter's two words, three merges", "章节里的两个词，三条合并规则") {
    grade("by-hand");
    grade("by-hand-to-the-end");
}

QUESTION("no more merges than are asked for", "最多学到所要的条数") {
    grade("one-asked");
    grade("none-asked");
}

QUESTION("fewer, when no pair is left", "没有可合并的对时，条数更少") {
    grade("until-none-is-left");
    grade("as-many-as-there-are");
    grade("one-word");
}

QUESTION("no pair at all: no words, single characters, empty words", "根本没有对：没有词、单个字符、空词") {
    grade("no-words");
    grade("single-characters");
    grade("empty-word");
}

QUESTION("how often a word was seen counts", "词出现的次数要算进去") { grade("seen-often"); }

QUESTION("a pair that was seen once is learnt, too", "只出现一次的对也要学") { grade("seen-once"); }

QUESTION("each place in a word counts", "词里的每一处都要算") { grade("places-in-a-word"); }

QUESTION("(a, a) is twice in aaa, three times in aaaa", "aaa 里有两个 (a, a)，aaaa 里有三个") {
    grade("three-as");
    grade("four-as");
}

QUESTION("joined from left to right: aaa becomes aa, a", "从左到右合并：aaa 成为 aa、a") {
    grade("three-as-from-the-left");
}

QUESTION("a pair is joined wherever it occurs", "一对出现在哪里就在哪里合并") { grade("joined-in-each-place"); }

QUESTION("counted anew after each merge", "每次合并之后重新计数") { grade("new-pairs"); }

QUESTION("the same word twice: its counts add up", "同一个词出现两次：次数相加") {
    grade("word-again");
    grade("word-again-smaller");
}

QUESTION("a word seen 0 times does not count", "出现 0 次的词等于没有") {
    for (const char* name : {"word-of-zero", "all-of-zero"}) grade(name);
}

QUESTION("no pair crosses the end of a word", "对不会跨过词的结尾") { grade("ends-of-words"); }

QUESTION("ties go to the greatest pair: the left parts are compared first, then the right ones",
    "次数相同时取最大的一对：先比左边，再比右边") {
    for (const char* name : {"tie-left", "tie-right", "tie-other-order"}) grade(name);
}

QUESTION("the greatest is not the longest, nor the one whose joined text is greatest",
    "最大的一对不是最长的，也不是拼接后文字最大的") {
    for (const char* name : {"tie-joined-text", "tie-longer-is-not-greater", "tie-longer-is-greater"}) grade(name);
}

QUESTION("bytes from 128 on are greater than letters", "128 起的字节比字母大") {
    grade("tie-high-bytes");
    grade("tie-wide-right");
}

QUESTION("counts that 32 bits cannot hold", "32 位放不下的次数") { grade("large-counts"); }

QUESTION("large counts that differ by one, near 2^24 and near 2^53", "很大的次数只差一：2^24 附近和 2^53 附近") {
    grade("one-apart");
}

QUESTION("zero bytes and spaces are characters like others", "零字节和空格与别的字符一样") {
    grade("zeros-and-spaces");
}

QUESTION("each character of ASCII may be in a word: none can stand between the two symbols of a key",
    "ASCII 的每个字符都可能出现在词里：哪个也不能在键里用来隔开两个符号") {
    for (int code = 0; code < 128; ++code) {
        const std::string one(1, static_cast<char>(code)), other = one == "a" ? "b" : "a";
        grade(grader::with(
                  "one-asked", {{"words", Values{Value(one + other), Value(other + one)}},
                                   {"counts", grader::Integers({2}, std::vector<std::int64_t>{3, 2})}, {"merges", 2}}),
            {Value(Values{Value(Values{Value(one), Value(other)}), Value(Values{Value(other), Value(one)})})});
    }
}

QUESTION("(c, c) is not the end of bc and a c", "(c, c) 不是 bc 的结尾加上 c") { grade("end-of-another-symbol"); }

QUESTION("characters of two, three and four bytes", "两个、三个、四个字节的字符") {
    grade("two-bytes");
    grade("three-and-four-bytes");
}

QUESTION("forty merges of three lines, in whatever order the words come", "从三行文字学四十条，与词的次序无关") {
    grade("text");
    grade("sixty");
    grade("text-backwards");
    grade("text-until-none-is-left");
}

QUESTION("270 words, 270 merges, more than 256 symbols; and a word of 1,200 characters",
    "270 个词、270 条规则、256 个以上的符号；还有一个 1200 个字符的词") {
    const auto character = [](int code) {  // three bytes of UTF-8
        return std::string{static_cast<char>(0xE0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 0x3F)),
            static_cast<char>(0x80 | (code & 0x3F))};
    };
    grader::Values words, merges;
    grader::Integers counts({270}, 0);
    for (int n = 0; n < 270; ++n) {
        const std::string left = character(0x4E00 + n), right = character(0x5E00 + n);
        words.emplace_back(left + right);
        merges.emplace_back(grader::Values{left, right});
        counts.values[static_cast<std::size_t>(n)] = 1000 - n;
    }
    grade({"", {{"words", words}, {"counts", counts}, {"merges", 300}}}, {grader::Value(merges)});
    std::string word;
    for (int n = 0; n < 400; ++n) word += "abc";
    const grader::Values learnt{grader::Values{"b", "c"}, grader::Values{"a", "bc"}};
    grade({"", {{"words", grader::Values{word, "bc"}}, {"counts", grader::Integers({2}, 1)}, {"merges", 2}}},
        {grader::Value(learnt)});
}
