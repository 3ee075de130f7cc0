#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;
using grader::Integers;
using grader::refuses;
using grader::Values;
using grader::with;

// The mask is compared as numbers: 1 where a token may come, 0 where not. An edge "0 [1-9] 3" leads from state 0 with the bytes 1 to 9
// to state 3.

QUESTION("a whole number below 100, as in the chapter", "小于 100 的整数，和章节里一样") { grade("by-hand"); }

QUESTION("after one digit the number may go on, or end", "写了一位之后，可以继续，也可以结束") {
    grade("after-one-digit");
}

QUESTION("when the number is complete, it may only end", "写完之后，只能结束") { grade("complete"); }

QUESTION("in a dead state nothing may come", "死状态里什么也不允许") {
    grade("too-long");
    grade("stop-in-a-dead-state");
}

QUESTION("yes or no, from each state", "yes 或 no，从每个状态开始") {
    for (const char* name : {"yes-or-no-0", "yes-or-no-1", "yes-or-no-2", "yes-or-no-3", "yes-or-no-4"}) grade(name);
}

QUESTION("a trap, two states that lead to each other, a way that ends", "陷阱；互相来回的两个状态；走到头的路") {
    for (const char* name : {"dead-ends-0", "dead-ends-2", "dead-ends-4", "dead-ends-6"}) grade(name);
    grade("trap-in-the-middle");
}

QUESTION("states that cannot be reached from state 0", "从状态 0 走不到的状态") { grade("not-from-state-0"); }

QUESTION("several accepting states, each with a way of its own", "几个接受状态，各有各的路") {
    for (const char* name : {"several-ends-0", "several-ends-1", "several-ends-3"}) grade(name);
}

QUESTION("a long way to the only accepting state", "离唯一的接受状态很远") {
    for (const char* name : {"way-up", "way-down", "way-in-leaps"}) grade(name);
}

QUESTION("cycles with a way out", "有出口的环") {
    for (const char* name : {"cycle-first", "cycle-last", "cycles"}) grade(name);
}

QUESTION("an accepting state that may go on, and one that may not", "接受之后还能继续；不能继续") {
    grade("may-go-on-0");
    grade("may-go-on-1");
    grade("may-not-go-on");
}

QUESTION("a stop token comes where the automaton accepts", "停止 token 只在接受状态下允许") {
    for (const char* name : {"one-stop-0", "one-stop-1", "one-stop-2"}) grade(name);
}

QUESTION("stop tokens where nothing else can come", "别的都不允许时的停止 token") {
    grade("stop-where-nothing-follows");
}

QUESTION("several stop tokens, with entries and without", "几个停止 token，有的有字节，有的没有") {
    for (const char* name : {"stops-0", "stops-1", "stops-2", "stop-named-twice"}) grade(name);
}

QUESTION("a stop token whose entry fits, where the automaton accepts", "接受状态下，字节也走得通的停止 token") {
    grade("stop-that-fits-2");
    grade("every-token-is-a-stop-2");
}

QUESTION("a stop token whose entry fits, where the automaton does not accept", "不接受时，字节走得通的停止 token") {
    for (const char* name : {"stop-that-fits-0", "stop-that-fits-1", "every-token-is-a-stop-0"}) grade(name);
}

QUESTION("no stop token", "没有停止 token") {
    for (const char* name : {"no-stop-0", "no-stop-1", "no-stop-2"}) grade(name);
}

QUESTION(
    "several ids with the same bytes; entries that are beginnings of others", "几个 id 的字节相同；有的是别的开头") {
    for (const char* name : {"doubles-0", "doubles-1", "doubles-2"}) grade(name);
}

QUESTION("characters of several bytes, whole and in parts", "多字节的字符，完整的和半个的") {
    for (const char* name : {"characters-1", "characters-2", "characters-3", "characters-4", "characters-7"})
        grade(name);
}

QUESTION("every byte by itself", "每个字节各成一个 token") { grade("every-byte"); }

QUESTION("only byte 255 leads on", "只有字节 255 走得通") { grade("by-the-last-byte"); }

QUESTION("zero bytes are bytes like others", "零字节与别的字节一样") {
    grade("zeros-0");
    grade("zeros-1");
}

QUESTION("long tokens, of which the last byte decides", "很长的 token，由最后一个字节决定") { grade("long-tokens"); }

QUESTION("one state", "只有一个状态") {
    for (const char* name : {"one-state", "one-state-that-does-not-accept", "only-the-empty-text"}) grade(name);
}

QUESTION("no vocabulary, only empty entries, no token that fits", "没有词表；全是空的；没有一个走得通") {
    for (const char* name : {"no-vocabulary", "only-empty-entries", "no-token-fits"}) grade(name);
}

QUESTION("random automata and vocabularies", "随机的自动机和词表") {
    for (const char* name : {"by-chance-1-1", "by-chance-1-2", "by-chance-2-1", "by-chance-2-2", "by-chance-3-1",
             "by-chance-3-2", "by-chance-4-1", "by-chance-4-2", "by-chance-5-1", "by-chance-5-2", "by-chance-6-1",
             "by-chance-6-2", "by-chance-7-1", "by-chance-7-2", "by-chance-8-1", "by-chance-8-2"})
        grade(name);
}

QUESTION("60 states in a row", "一连 60 个状态") {
    for (const char* name : {"long-way-up", "long-way-down", "long-way-in-leaps"}) grade(name);
}

QUESTION("300 states in a row", "一连 300 个状态") { grade("longer-way-up"); }

QUESTION("automata of one size, in turn", "一样大的自动机，轮流来") {
    // No other call has seven states, so what is kept by their number is kept from the one before.
    Values edges, vocabulary;
    for (const char* edge : {"0 [a] 1", "1 [a] 2", "2 [a] 3", "3 [a] 4", "4 [a] 5", "5 [a] 6"})
        edges.emplace_back(edge);
    for (const char* entry : {"a", "aa", "aaaaaa", "b"}) vocabulary.emplace_back(entry);
    grade(with("one-of-two", {{"edges", edges}, {"vocabulary", vocabulary}, {"accepting", Integers({1}, 6)},
                                 {"accepting of the one before", Integers({1}, 0)}}),
        {grader::Floats({4}, std::vector<float>{1, 1, 1, 0})});
    for (const char* name : {"one-of-two", "other-of-two", "one-of-two"}) grade(name);
}

QUESTION("more than 256 states", "超过 256 个状态") { grade("wide"); }

QUESTION("a vocabulary of 2,000 tokens", "2000 个 token 的词表") {
    for (const char* name : {"many-tokens-0", "many-tokens-3", "many-tokens-6"}) grade(name);
}

QUESTION("the state after the last one is refused", "最后一个状态之后的号码：拒绝") {
    refuses(with("by-hand", {{"state", 4}}));
    refuses(with("by-hand", {{"state", 4}, {"vocabulary", Values{}}, {"stop", Integers({0}, 0)}}));
    refuses(with("by-hand", {{"state", 0}, {"edges", Values{}}, {"accepting", Integers({0}, 0)}}));
}

QUESTION("a state that 32 bits cannot hold is refused", "32 位放不下的状态：拒绝") {
    for (const std::int64_t state : {std::int64_t{1} << 32, (std::int64_t{1} << 32) + 1})
        refuses(with("by-hand", {{"state", state}}));
}

QUESTION("a stop token with the id V is refused", "id 是 V 的停止 token：拒绝") {
    for (const char* name : {"by-hand", "after-one-digit"}) {
        refuses(with(name, {{"stop", Integers({1}, 7)}}));
        refuses(with(name, {{"stop", Integers({2}, std::vector<std::int64_t>{6, 7})}}));
    }
    refuses(with("after-one-digit", {{"vocabulary", Values{}}, {"stop", Integers({1}, 0)}}));
    refuses(with("too-long", {{"stop", Integers({1}, 7)}}));  // in a dead state, too
}

QUESTION("a stop token below 0 is refused", "小于 0 的停止 token：拒绝") {
    for (const char* name : {"after-one-digit", "by-hand"}) refuses(with(name, {{"stop", Integers({1}, -1)}}));
    refuses(with("after-one-digit", {{"stop", Integers({2}, std::vector<std::int64_t>{6, -1})}}));
}

QUESTION("a stop token that 32 bits cannot hold is refused", "32 位放不下的停止 token：拒绝") {
    for (const char* name : {"after-one-digit", "by-hand"})
        refuses(with(name, {{"stop", Integers({1}, (std::int64_t{1} << 32) + 6)}}));
}
