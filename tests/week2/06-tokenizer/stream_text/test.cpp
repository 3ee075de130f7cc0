#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;

QUESTION("a character in two pieces, as in the chapter", "一个字符分两次到，和章节里一样") { grade("by-hand"); }

QUESTION("ASCII comes out as it is, zero and newlines too", "ASCII 原样给出，零字节和换行也一样") {
    grade("ascii");
    grade("ascii-all");
}

// Made here: a file of fixtures would be large.
QUESTION("70,000 bytes in one push", "一次送入 70,000 个字节") {
    std::string bytes;
    for (int n = 0; n < 10'000; ++n) bytes += "a" + std::string("中") + (n % 2 == 0 ? "é" : "\xC3?") + "!";
    const grader::Value given(grader::Values{grader::Value(bytes)});
    std::string text;
    for (int n = 0; n < 10'000; ++n) text += "a" + std::string("中") + (n % 2 == 0 ? "é" : "\uFFFD?") + "!";
    grade(grader::with("whole", {{"called", grader::Values{"push", "end"}}, {"pushed", given}}),
        {grader::Value(grader::Values{grader::Value(text), grader::Value("")})});
}

/// One push and the end, and what they give.
static void gives(const std::string& bytes, const std::string& text, const std::string& at_the_end = "") {
    grade(grader::with("whole", {{"called", grader::Values{"push", "end"}}, {"pushed", grader::Values{bytes}}}),
        {grader::Value(grader::Values{text, at_the_end})});
}

QUESTION("text that begins with U+FEFF, ends in U+FFFD, or has code points that no character will ever have",
    "以 U+FEFF 开头、以 U+FFFD 结尾的文字，以及永远不会有字符的码点") {
    for (const char* text :
        {"\uFEFFHi", "a\uFFFD", "\uFFFD", "\uFDD0a\uFDEF", "\uFFFE\uFFFF", "\U0001FFFE\U0010FFFF"}) {
        gives(text, text);
    }
}

QUESTION("whole characters come out at once", "完整的字符立刻给出") {
    grade("whole");
    grade("edges");
}

QUESTION("characters of two, three and four bytes, byte by byte", "两、三、四字节的字符，一个字节一个字节地到") {
    grade("byte-by-byte");
    grade("four-in-pieces");
}

QUESTION("a text cut at any place", "在任意位置切开的文本") {
    for (const char* cut : {"cut-1", "cut-2", "cut-3", "cut-4", "cut-5", "cut-6", "cut-7", "cut-8", "cut-9"}) {
        grade(cut);
    }
    grade("edges-cut");
    grade("sentence");
}

QUESTION("pushing no bytes changes nothing", "送入零个字节，什么也没变") {
    grade("empty");
    grade("nothing-pushed");
}

QUESTION("U+FFFD and U+FEFF are characters like others", "U+FFFD 和 U+FEFF 与别的字符一样") { grade("marks"); }

QUESTION("a character broken off is one U+FFFD, and what breaks it is read again",
    "没到齐的字符是一个 U+FFFD，打断它的字节照常读") {
    grade("broken-by-hand");
    grade("broken-at-once");
    grade("broken-by-ascii");
}

QUESTION("every byte of ASCII breaks off a character", "ASCII 的每个字节都能打断一个字符") {
    std::string bytes, text;
    for (char byte = 0; byte >= 0 && byte < 127; ++byte) {
        for (const char* begun : {"\xC3", "\xE4\xB8", "\xF0\x9F\x98"}) {
            bytes += begun + std::string(1, byte);
            text += "\uFFFD" + std::string(1, byte);
        }
    }
    gives(bytes, text);
}

QUESTION("another character begins before one is finished", "一个字符没到齐，另一个又开始了") {
    grade("broken-by-lead");
    grade("one-byte-each");
    grade("broken-by-bad");
    grade("broken-by-7f-or-c0");
}

QUESTION("bytes that begin no character are a U+FFFD each, at once", "不能作开头的字节各是一个 U+FFFD，立刻给出") {
    grade("lone");
    grade("never");
}

QUESTION("C0 and C1, and forms longer than needed, are not characters", "C0、C1 和过长的写法都不是字符") {
    grade("overlong-two");
    grade("overlong");
    grade("overlong-three");
    grade("overlong-four");
}

QUESTION("surrogates are not characters", "代理码点不是字符") { grade("surrogates"); }

QUESTION("nothing comes after U+10FFFF", "U+10FFFF 之上没有字符") {
    grade("above");
    grade("far-above");
}

QUESTION("end() gives one U+FFFD for what stayed unfinished", "没到齐就结束时，end() 给出一个 U+FFFD") {
    for (const char* bytes :
        {"ends-in-c3", "ends-in-e4", "ends-in-e4b8", "ends-in-f0", "ends-in-f09f", "ends-in-f09f98"}) {
        grade(bytes);
    }
    grade("ends-in-pieces");
}

QUESTION("every first byte of a character, and then the end", "每一种首字节之后就结束") {
    for (int first = 0xC2; first <= 0xF4; ++first) gives(std::string(1, static_cast<char>(first)), "", "\uFFFD");
}

QUESTION("after end() the stream is like a new one", "end() 之后与新的一样") {
    grade("nothing");
    grade("again-whole");
    grade("end-twice");
    grade("again");
}

QUESTION("two streams in turn know nothing of each other", "两个流轮流用，互不相干") {
    grade("two-streams");
    grade("two-streams-one-waits");
}

QUESTION("pending holds the beginning of a character, and no more", "pending 里只有一个字符的开头，没有别的") {
    // Bytes that begin nothing, one at a time, and an end in the middle of a character.
    const auto values = [](const std::vector<std::string>& texts) {
        return grader::Value(grader::Values(texts.begin(), texts.end()));
    };
    grade(grader::with("pending", {{"called", values({"push", "push", "push", "end"})},
                                      {"pushed", values({"a\x80!", "\xF5", "c\xF0\x9F\x98"})}}),
        {values({"a\uFFFD!", "\uFFFD", "c", "\uFFFD"}), values({"", "", "\xF0\x9F\x98", ""})});
    grade("pending");
}

QUESTION("random bytes in random pieces", "随机的字节，随机地切开") {
    for (const char* text : {"random-0", "random-1", "random-2", "random-3"}) grade(text);
}
