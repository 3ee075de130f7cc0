#include "setup.hpp"

#include <cmath>
#include <limits>

#include "grader/questions.hpp"

using grader::Floats;
using grader::grade;
using grader::Integers;
using grader::refuses;
using grader::with;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// What rounding in float changes is another question's.
constexpr grader::Tolerance of_floats{2e-3, 0};

/// What a text from the fixtures is replaced by.
static Integers ids(const std::vector<std::int64_t>& ids) { return Integers({ids.size()}, ids); }

/// What comes of a model that gives these logits after each token.
static void gives(const std::vector<float>& row, const std::vector<std::int64_t>& text, double expected,
    grader::Tolerance tolerance = {}) {
    grade(with("one-window", {{"row", Floats({row.size()}, row)}, {"text", ids(text)}}), {expected}, tolerance);
}

QUESTION("six tokens, window 4, stride 2, as in the chapter", "六个 token，window 4，stride 2，同章节里的例子") {
    grade("by-hand");
}

QUESTION("the other three rows of the chapter's table", "章节里表格的另外三行") {
    grade("stride-1");
    grade("stride-4");
    grade("all-at-once");
}

QUESTION("two tokens, of which one is scored", "只有两个 token，其中一个计分") { grade("two-tokens"); }

QUESTION("a window as long as the text, and a longer one: the model is called once",
    "窗口与文字等长，或者更长：只调用模型一次") {
    grade("one-window");
    grade("long-window");
    grade("asked-once");
}

QUESTION("windows overlap: each token is scored once, with all that its window has before it",
    "窗口有重叠：每个 token 只计一次，本窗口里它前面的都要用上") {
    grade("last-is-full");
    grade("asked-no-more");
    grade("five-and-three");
}

QUESTION("the last window is short", "最后一个窗口比较短") { grade("last-is-short"); }

QUESTION("a stride of 1: one new token in each window", "stride 为 1：每个窗口只有一个新 token") {
    grade("by-one");
    grade("window-of-two");
}

QUESTION("windows overlap by one token: all but the text's first are scored",
    "相邻窗口只重叠一个 token：除了文字的第一个，全部计分") {
    grade("nearly-apart");
}

QUESTION("stride equal to window: the first token of each window is not scored",
    "stride 等于 window：每个窗口的第一个 token 不计分") {
    grade("apart");
    grade("apart-and-two");
    grade("window-of-two-apart");
}

QUESTION("stride equal to window, and one token is left over: it is not scored",
    "stride 等于 window，最后剩下一个 token：它不计分") {
    grade("apart-and-one");
}

QUESTION("the same token again and again", "总是同一个 token") { grade("equal-tokens"); }

QUESTION("a vocabulary of one token: nothing is left to guess, and the result is 1",
    "词表里只有一个 token：没有什么可猜的，结果是 1") {
    grade("one-token-known");
}

QUESTION("two hundred tokens, a vocabulary of fifty", "200 个 token，词表大小 50") { grade("several"); }

QUESTION("logits near 10,000 and near -10,000", "10000 附近和 -10000 附近的 logit") {
    grade("far-up", of_floats);
    grade("far-down", of_floats);
}

QUESTION("rows whose logits lie far apart: each has a largest logit of its own",
    "各行的 logit 相差很远：每一行的最大值各算各的") {
    // A softmax stays as it is when all its logits are moved.
    for (const float drift : {256.0f, -256.0f})
        grade(with("five-and-three", {{"drift", drift}}), grader::fixture("five-and-three").outputs, of_floats);
}

QUESTION(
    "1,500 tokens: the product of their probabilities is 0 in a double", "1500 个 token：概率的乘积用 double 算是 0") {
    grade("long", of_floats);
}

QUESTION("a scored token that has the probability 0: infinity", "计分的 token 概率为 0：结果是无穷大") {
    gives({0, -INFINITY, 1}, {0, 2, 1, 0}, infinity);
    gives({0, -INFINITY, 1}, {0, 2, 0, 1}, infinity);
    grade(with("five-and-three", {{"hidden", 4}}), {infinity});
}

QUESTION("the probability 0 where no token is scored changes nothing", "概率为 0 的 token 不计分时没有影响") {
    // The text's first token, and one of an overlap that the window before has scored: there it was possible.
    gives({0, -INFINITY, 1}, {1, 2, 0, 2}, std::exp((3 * std::log(1 + std::exp(1.0)) - 2) / 3));
    grade("hidden-in-the-overlap");
}

QUESTION("a token that is very unlikely, but not impossible", "概率很小、但不为 0 的 token") {
    // e^-200 is 0 in float, e^-900 in double too.
    gives({0, -200, 0}, {0, 2, 1, 0}, std::exp((200 + 3 * std::log(2)) / 3), of_floats);
    gives({0, -900, 0}, {0, 2, 0, 2, 0, 2, 0, 2, 1, 0, 2, 0, 2}, std::exp(900.0 / 12 + std::log(2)), of_floats);
}

QUESTION("a result that only a double can hold", "只有 double 放得下的结果") {
    gives({0, 0, -95}, {0, 2}, std::exp(95 + std::log(2)), of_floats);
    gives({0, 0, -600}, {0, 2}, std::exp(600 + std::log(2)), of_floats);
}

QUESTION("logarithms in double: a float has too few digits", "对数用 double 算：float 的位数不够") {
    // In float 80.3 + log 2 is off by 3e-6.
    gives({0, 0, -80.3f}, {0, 2}, std::exp(static_cast<double>(80.3f) + std::log(2)), {1e-7, 0});
    gives({0, -80.3f, 0}, {0, 1, 1}, std::exp(static_cast<double>(80.3f) + std::log(2)), {1e-7, 0});
}

QUESTION("a window that 32 bits cannot hold", "window 大到 32 位放不下") {
    const auto expected = grader::fixture("one-window").outputs;
    const std::int64_t beyond = std::int64_t{1} << 32;
    for (const std::int64_t window : {beyond + 4, std::numeric_limits<std::int64_t>::max(), std::int64_t{-1}}) {
        // -1 becomes the largest std::size_t.
        grade(with("one-window", {{"window", window}}), expected);
        grade(with("one-window", {{"window", window}, {"stride", window}}), expected);
    }
}

QUESTION("151,936 tokens as in Qwen2", "和 Qwen2 一样的 151936 个 token") {
    const std::size_t V = 151'936;
    const Floats row = grader::counted({V}, 31, 4);
    double sum = 0;
    for (const float logit : row) sum += std::exp(static_cast<double>(logit));
    const std::vector<std::int64_t> text{5, 70'000, 151'935, 65'536, 12};
    double loss = 0;
    for (std::size_t i = 1; i < text.size(); ++i) loss += std::log(sum) - row.values[static_cast<std::size_t>(text[i])];
    grade(with("one-window", {{"row", row}, {"text", ids(text)}, {"window", 3}, {"stride", 2}}), {std::exp(loss / 4)},
        of_floats);
}

QUESTION("151,936 tokens, of which all but one are unlikely: their probabilities add up",
    "151936 个 token，除了一个，概率都很小：加起来却不小") {
    // Each is less than half of the last digit of 1 in float; all of them together are 0.4 %.
    std::vector<float> row(151'936, -17.4f);
    row[0] = 0;
    gives(row, {3, 0, 0}, 1 + 151'935 * std::exp(static_cast<double>(-17.4f)), {1e-7, 0});
}

QUESTION("a text of one token is refused", "只有一个 token 的文字，拒绝") {
    refuses(with("by-hand", {{"text", ids({1})}}));
}

QUESTION("an empty text is refused", "空的文字，拒绝") { refuses(with("by-hand", {{"text", ids({})}})); }

QUESTION("a window of one token is refused, and so is one of none", "window 为 1 或 0 时拒绝") {
    refuses(with("by-hand", {{"window", 1}, {"stride", 1}}));
    refuses(with("by-hand", {{"window", 0}, {"stride", 0}}));
}

QUESTION("a stride of 0 is refused, also where one window is enough", "stride 为 0 时拒绝，一个窗口就够时也一样") {
    refuses(with("all-at-once", {{"stride", 0}}));
    refuses(with("by-hand", {{"stride", 0}}));
}

QUESTION("a stride that is larger than the window is refused", "stride 大于 window 时拒绝") {
    refuses(with("by-hand", {{"stride", 5}}));
    refuses(with("all-at-once", {{"stride", 7}}));
}
