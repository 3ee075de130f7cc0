#include "setup.hpp"

#include <algorithm>
#include <numeric>

#include "grader/questions.hpp"
#include "grader/uniform.hpp"

using grader::grade;
using grader::Integers;
using grader::Value;
using grader::Values;
using grader::with;

static Integers ids(const std::vector<std::int64_t>& ids) { return Integers({ids.size()}, ids); }

QUESTION("the chapter's text: two tokens are found, and three guessed", "章节里的文字：找到两个 token，猜出三个") {
    grade("by-hand");
}

QUESTION("the same text, looking for one token only", "同一段文字，只找一个 token") { grade("by-hand-one"); }

QUESTION("the longest ending that occurs earlier decides", "取前面出现过的最长的结尾") {
    grade("longest-fits");
    grade("longest-alone");
    grade("shorter-comes-first");
    grade("longer-and-longer");
}

QUESTION("where the longest ending is not found, the next shorter one is looked for, down to one token",
    "最长的结尾没找到，就找短一个的，一直到一个 token") {
    grade("down-to-two");
    grade("down-to-one");
    grade("down-to-one-later");
}

QUESTION("tokens that only look alike: another order, the same sum", "只是看起来像：次序不同，和相同") {
    grade("numbers-that-add-up");
}

QUESTION("a place that matches all the way begins inside one that matches only at first",
    "有一处只对上了开头，全对上的那一处就从它中间开始") {
    grade("begins-in-a-part");
}

QUESTION("several places: the first counts", "出现在几处：取第一处") { grade("three-places"); }

QUESTION("the first place is the beginning of the text", "第一处就在文字开头") {
    grade("first-place");
    grade("first-token");
}

QUESTION("the place lies right before the end", "那一处紧挨着末尾") {
    grade("before-the-last");
    grade("two-equal");
}

QUESTION("what is found may overlap with the end", "找到的地方可以和末尾重叠") {
    grade("overlap");
    grade("overlap-long");
    grade("overlap-or-shorter");
}

QUESTION("nothing occurs twice: no guess", "没有重复出现的：不猜") {
    grade("nothing");
    grade("two-others");
}

QUESTION("a text of one token, and an empty one: no guess", "只有一个 token 的文字、空的文字：不猜") {
    grade("one-token");
    for (const char* name : {"by-hand", "by-hand-stop"}) grade(with(name, {{"so_far", ids({})}}), {Value(Values{})});
}

QUESTION("max_ngram is as large as the text, or larger", "max_ngram 与文字等长，或者更大") {
    grade("whole-text");
    grade("max-ngram-is-the-length");
    grade("max-ngram-is-one-less");
}

QUESTION("as many tokens as wanted, and no more", "要几个就猜几个，不多给") {
    grade("one-of-many");
    grade("as-many");
    grade("thirty");
    grade("limit-below-n");
}

QUESTION("the text ends before so many follow: fewer are guessed", "后面不够那么多：有几个猜几个") {
    grade("short-at-the-end");
}

QUESTION("max_ngram 0 or max_tokens 0: no guess", "max_ngram 或 max_tokens 为 0：不猜") {
    grade("no-ngram");
    grade("no-ngram-equal");
    grade("none-wanted");
}

QUESTION("limits that 32 bits cannot hold, up to the largest std::size_t",
    "上限大到 32 位放不下，一直到 std::size_t 的最大值") {
    const auto guess = grader::fixture("short-at-the-end").outputs;
    const std::int64_t beyond = std::int64_t{1} << 32;
    for (const std::int64_t limit : {beyond, beyond + 3, std::int64_t{-1}}) {  // -1 becomes the largest
        grade(with("short-at-the-end", {{"max_tokens", limit}}), guess);
        grade(with("short-at-the-end", {{"max_ngram", limit}}), guess);
    }
}

QUESTION("the guess ends before a stop token", "猜到停止 token 之前为止") {
    grade("by-hand-stop");
    grade("stop-in-the-middle");
    grade("stop-at-the-end");
    grade("stop-twice");
}

QUESTION("a stop token that would follow only later changes nothing", "停止 token 在要猜的之后才出现：没有影响") {
    grade("stop-follows-later");
}

QUESTION("a stop token follows at once: no guess, and the search has ended", "紧接着就是停止 token：不猜，也不再找") {
    grade("stop-at-once");
    grade("stop-at-once-shorter");
}

QUESTION("several stop tokens, in any order", "几个停止 token，次序任意") {
    grade("two-stops");
    grade("second-stop");
    grade("stops-not-sorted");
}

QUESTION("stop tokens among those that are looked for are tokens like others", "要找的 token 里有停止 token：照样找") {
    grade("stop-in-the-ngram");
    grade("stop-before");
}

QUESTION("ids of more than 32 bits, and negative ones", "超过 32 位的 id，以及负的 id") {
    grade("large-ids");
    grade("ids-of-33-bits");
    grade("stop-of-33-bits");
    grade("negative");
}

QUESTION("texts of a few different tokens, in which much occurs again", "只有几种 token 的文字，很多地方重复") {
    for (const char* name : {"random-0", "random-1", "random-2", "random-3", "random-4", "random-5", "random-6",
             "random-7", "random-8", "random-9", "random-10", "random-11"})
        grade(name);
}

QUESTION("a phrase of seven tokens that occurs earlier, among 700 tokens", "700 个 token 里，有七个连着出现过") {
    grade("long");
}

QUESTION("8,016 tokens, a vocabulary of 150,000", "8016 个 token，词表有 150000 个") {
    std::vector<std::int64_t> text(8016);
    for (std::size_t i = 0; i < text.size(); ++i)
        text[i] = static_cast<std::int64_t>((grader::uniform(3523, static_cast<std::uint32_t>(i)) + 1) * 75'000);
    const std::vector<std::int64_t> phrase{151'643, 7, 8, 9, 10, 11, 151'642, 12};
    std::copy(phrase.begin(), phrase.end(), text.begin() + 2000);
    std::copy_n(phrase.begin() + 1, 4, text.end() - 4);
    const Values guess{11};
    grade(with("by-hand", {{"so_far", ids(text)}, {"max_tokens", 10}, {"stop", ids({151'643, 151'642})}}),
        {Value(guess)});
}

QUESTION("8,000 tokens, each of them new but the last", "8000 个 token，除了最后一个，个个不同") {
    std::vector<std::int64_t> text(8000);
    std::iota(text.begin(), text.end(), 0);
    text.push_back(7000);
    const Values guess{7001, 7002, 7003};
    grade(with("by-hand", {{"so_far", ids(text)}}), {Value(guess)});
}
