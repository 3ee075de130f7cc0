#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;
using grader::refuses;
using grader::Value;
using grader::Values;
using grader::with;

QUESTION("two stops, one of which comes after all, as in the chapter", "两个停止串，最后来了一个，和章节里一样") {
    grade("by-hand");
}

QUESTION("without stops everything is shown at once", "没有停止串：全部立刻给出") { grade("no-stops"); }

QUESTION("a text in which no stop comes", "文字里没有停止串") { grade("none-comes"); }

QUESTION("a stop inside a piece, at its beginning, at its end, or as the whole piece",
    "停止串在一段的中间、开头、末尾，或单独一段") {
    for (const char* name : {"whole", "at-the-front", "at-the-back", "stop-alone"}) grade(name);
}

QUESTION("a stop of one byte", "只有一个字节的停止串") {
    grade("one-byte");
    grade("one-byte-late");
}

QUESTION("the same stop twice in a text: the first place counts", "同一个停止串在文字里出现两次：前一处算数") {
    grade("twice");
}

QUESTION("a stop in two pieces, in three, and byte by byte", "停止串分两段、分三段、一个字节一个字节地到") {
    grade("in-two");
    grade("in-three");
    grade("byte-by-byte");
    grade("many-pieces");
}

QUESTION("a stop that ends inside a token", "停止串在一个 token 的中间结束") { grade("token-across"); }

QUESTION("what was kept is shown when the stop does not come after all", "停止串最终没来：留着的要给出来") {
    grade("not-after-all");
    grade("not-after-all-at-once");
}

QUESTION("just what may still become a stop is kept, and no more", "只留下可能成为停止串的部分，一个字节也不多") {
    grade("held-is-enough");
    grade("nothing-held");
    grade("longer-of-two");
    grade("shorter-of-two");
}

QUESTION("a stop that is longer than the text", "停止串比整段文字还长") { grade("longer-than-the-text"); }

QUESTION("where a beginning breaks off, another may have begun inside it", "一个开头断了，里面可能已经有另一个开头") {
    for (const char* name : {"again-inside", "again-inside-longer", "abacab"}) grade(name);
}

QUESTION("a beginning that breaks off: in one piece, in newlines, and with another stop",
    "开头断掉：在一段之内、在换行里、与另一个停止串") {
    for (const char* name : {"again-inside-at-once", "line-ends", "again-inside-of-another"}) grade(name);
}

QUESTION("the byte at which a beginning breaks off may be the first of a stop",
    "使开头断掉的字节，可能正是停止串的第一个字节") {
    grade("breaking-byte");
}

QUESTION("of two beginnings, the longer one is kept", "有长短两个开头时，留下长的") { grade("held-longest"); }

QUESTION("each stop in the list counts", "列表里的每个停止串都算数") {
    grade("second");
    grade("four");
    grade("ten");
    grade("twice-in-the-list");
}

QUESTION("the stop that is complete first ends the answer", "先完整的停止串结束回答") {
    grade("first-complete");
    grade("first-complete-turned");
}

QUESTION("two stops in one piece: the one that is complete first ends the answer",
    "两个停止串在同一段里：先完整的结束回答") {
    grade("first-complete-at-once");
}

QUESTION("the stop that is complete first is the last in the list", "先完整的停止串在列表里排最后") {
    grade("later-in-the-list");
}

QUESTION("one that begins later but is complete earlier", "开始得晚、完整得早的停止串") {
    grade("begins-first-ends-last");
}

QUESTION("of two that are complete with the same byte, the first in the list: the long one",
    "同一个字节上有两个完整：取列表里靠前的，这里是长的") {
    grade("tie-long-first");
}

QUESTION("of two that are complete with the same byte, the first in the list: the short one",
    "同一个字节上有两个完整：取列表里靠前的，这里是短的") {
    grade("tie-short-first");
}

QUESTION("of three that are complete with the same byte, the first in the list",
    "同一个字节上有三个完整：取列表里的第一个") {
    grade("tie-of-three");
}

QUESTION("three that are complete with the same byte, in another order: still the first in the list",
    "同一个字节上有三个完整，换个次序：仍取列表里的第一个") {
    grade("tie-of-three-turned");
}

QUESTION("the list stays in its order, whatever the alphabet says", "列表保持原来的次序，不按字母排") {
    grade("tie-not-by-alphabet");
}

QUESTION("two stops in alphabetical order: the list stays in its order, too",
    "按字母次序排好的两个停止串：列表也保持原来的次序") {
    // First in one piece: nothing has to be kept, so no other mistake hides it.
    grade(with("tie-not-by-alphabet-turned", {{"called", Values{"push", "end"}}, {"pushed", Values{Value("xzbcd")}}}),
        {Value(Values{Value("xz"), Value("")}), Value(Values{1, 1})});
    grade("tie-not-by-alphabet-turned");
}

QUESTION("a newline or a space inside a stop", "停止串中间有换行或空格") {
    grade("line-end-inside");
    grade("space-inside");
}

QUESTION("a stop that is the beginning of another one", "一个停止串是另一个的开头") {
    grade("beginning-of-another");
    grade("beginning-of-another-turned");
}

QUESTION("nothing is shown after the stop", "停止之后什么也不给出") {
    grade("after-the-stop");
    grade("begins-after-the-stop");
}

QUESTION("end() shows what was kept, and stopped stays false", "end() 给出留着的部分，stopped 仍是 false") {
    grade("end-shows-it");
    grade("end-shows-it-all");
    grade(with("end-shows-it", {{"stops", Values{Value("\nUser:")}}, {"pushed", Values{Value("a\n")}}}),
        {Value(Values{Value("a"), Value("\n")}), Value(Values{0, 0})});
}

QUESTION("a second end() has nothing to show", "第二次 end() 没有可给出的") {
    grade("ends-twice");
    grade("stopped-ends-twice");
}

QUESTION("no text at all, and pieces of no bytes", "完全没有文字，以及零个字节的段") {
    grade("nothing");
    grade("nothing-pushed");
    grade("empty-pieces");
}

QUESTION("a byte of 0 is a byte like any other", "零字节和别的字节一样") {
    grade("zero");
    grade("zero-in-text");
    grade("after-the-zero");
    grade("right-after-the-zero");
}

QUESTION("Chinese stops, cut anywhere", "中文的停止串，在任意位置切开") {
    grade("characters");
    grade("characters-cut");
}

QUESTION("halves of characters and bytes that are no UTF-8 pass through", "半个字符和不是 UTF-8 的字节照样通过") {
    grade("half-a-character");
    grade("any-bytes");
}

QUESTION("upper case, lower case and spaces are told apart", "大小写不同、空格多少，都不算一样") {
    grade("case");
    grade("spaces");
}

QUESTION("two answers in turn know nothing of each other", "两个回答轮流处理，互不相干") {
    grade("two-in-turn");
    grade("two-in-turn-one-stops");
}

QUESTION("an empty stop is refused, wherever it is in the list", "空的停止串要拒绝，不管排在第几个") {
    for (const Values& stops : {Values{Value("")}, Values{Value("END"), Value("")}, Values{Value(""), Value("END")},
             Values{Value("a"), Value(""), Value("b")}}) {
        refuses(with("whole", {{"stops", stops}}));
    }
    refuses(with("nothing", {{"stops", Values{Value("###"), Value("")}}}));
}

QUESTION("random texts of few letters, with stops that overlap", "字母很少的随机文字，停止串相互重叠") {
    for (const char* name : {"random-0", "random-1", "random-2", "random-3", "random-4", "random-5", "random-6",
             "random-7", "random-8", "random-9", "random-10", "random-11"})
        grade(name);
}

QUESTION("random texts, byte by byte", "随机的文字，一个字节一个字节地到") {
    for (const char* name : {"each-byte-0", "each-byte-1", "each-byte-2", "each-byte-3", "each-byte-4", "each-byte-5"})
        grade(name);
}

// Made here: a file of fixtures would be large.
QUESTION("20,000 bytes in one piece, and a stop of 300", "一段 20,000 个字节，停止串长 300 字节") {
    std::string stop(300, '=');
    stop.back() = '!';
    std::string text;
    for (int n = 0; n < 100; ++n) text += std::string(198, '=') + "\n.";
    const auto call = [&](const std::string& piece) {
        return with("whole", {{"called", Values{"push", "end"}}, {"stops", Values{Value(stop), Value("##")}},
                                 {"pushed", Values{Value(piece)}}});
    };
    grade(call(text + "=" + stop + "more"), {Value(Values{Value(text + "="), Value("")}), Value(Values{1, 1})});
    grade(call(text + stop.substr(0, 299)),
        {Value(Values{Value(text), Value(stop.substr(0, 299))}), Value(Values{0, 0})});
}
