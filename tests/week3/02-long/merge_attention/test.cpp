#include "setup.hpp"

#include "grader/questions.hpp"

using grader::Floats;
using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

/// One head of one number, 16 on one side and -8 on the other, and which share each of them has in the result.
static void shares(float a_lse, float b_lse, float of_a, float of_b, float lse, grader::Tolerance tolerance = {}) {
    grade(with("one-number", {{"a.output", Floats({1, 1, 1}, 16.0f)}, {"a.lse", Floats({1, 1}, a_lse)},
                                 {"b.output", Floats({1, 1, 1}, -8.0f)}, {"b.lse", Floats({1, 1}, b_lse)}}),
        {Floats({1, 1, 1}, 16 * of_a - 8 * of_b), Floats({1, 1}, lse)}, tolerance);
}

QUESTION("two tokens, as worked by hand in the chapter", "章节里手算的两个 token") { grade("by-hand"); }

QUESTION("three tokens, two heads", "三个 token，两个头") { grade("two-heads"); }

QUESTION("two tokens, three heads", "两个 token，三个头") { grade("three-heads"); }

QUESTION("tokens, heads and widths all of three", "token 数、头数和宽度都是 3") { grade("all-three"); }

QUESTION("one token, one head, one number", "一个 token，一个头，一个数") {
    grade("one-number");
    // Equal sums, and a sum that is three times the other.
    shares(0, 0, 0.5f, 0.5f, std::log(2.0f));
    shares(std::log(3.0f), 0, 0.75f, 0.25f, std::log(4.0f));
    shares(-2, -2 + std::log(3.0f), 0.25f, 0.75f, -2 + std::log(4.0f));
}

QUESTION("keys 0 to 3 and keys 4 to 8 become keys 0 to 8", "第 0 到 3 个 key 与第 4 到 8 个 key，合成第 0 到 8 个") {
    grade("two-sets-of-keys");
}

QUESTION("the first side saw no key, and its output is NaN", "a 没看到 key，它的 output 是 NaN") {
    grade("first-saw-none");
}

QUESTION("the second side saw no key, and its output is NaN", "b 没看到 key，它的 output 是 NaN") {
    grade("second-saw-none");
}

QUESTION("neither side saw a key: 0 and −∞, whatever is in their outputs",
    "两边都没看到 key：不管 output 里是什么，结果都是 0 和 −∞") {
    grade("neither-saw-one");
}

QUESTION("some tokens and heads saw no key on one side, some on both",
    "有的 token 和头只有一边看到了 key，有的两边都没看到") {
    grade("some-saw-none");
    // Neither in the first row, both in the second.
    const auto two = [](const std::vector<std::size_t>& shape, float first, float second) {
        Floats numbers(shape, first);
        numbers.values.back() = second;
        return numbers;
    };
    grade(with("one-number", {{"a.output", two({2, 1, 1}, NAN, 6)}, {"a.lse", two({2, 1}, -INFINITY, 0)},
                                 {"b.output", two({2, 1, 1}, NAN, 2)}, {"b.lse", two({2, 1}, -INFINITY, 0)}}),
        {two({2, 1, 1}, 0, 4), two({2, 1}, -INFINITY, std::log(2.0f))});
}

QUESTION("one side has all the weight: lse from −10,000 to 10,000", "权重全归一边：lse 从 −10000 到 10000") {
    grade("one-side-alone-counts");
    // Where float32 ends: exp(89) is more than it holds, and exp(-104) is 0 in it. Nothing is rounded here, and whoever adds
    // a millionth to the sum is that far off.
    const grader::Tolerance exact{.rtol = 4e-7, .atol = 0};
    shares(95, 60, 1, 0, 95, exact);
    shares(89, 60, 1, 0, 89, exact);
    shares(-110, -140, 1, 0, -110, exact);
    shares(-140, -110, 0, 1, -110, exact);
    shares(60, 89, 0, 1, 89, exact);
}

QUESTION("both sides count: lse of 100 and 10,000, and of −100 and −10,000",
    "两边都有权重：lse 是 100、10000，或 −100、−10000") {
    // Near 10,000 float32 goes in steps of 0.001, and whoever takes the difference from the rounded lse of the result is
    // that far off.
    const grader::Tolerance steps{.rtol = 1e-3, .atol = 1e-2};
    for (const float high : {100.0f, -100.0f, 10000.0f, -10000.0f, -12000.0f}) {
        shares(high, high, 0.5f, 0.5f, high + std::log(2.0f), steps);
        const float less = std::exp(-1.0f), share = 1 / (1 + less);
        shares(high, high - 1, share, 1 - share, high - std::log(share), steps);
        shares(high - 1, high, 1 - share, share, high - std::log(share), steps);
    }
}

QUESTION("a share of three ten-millionths, and an output of ten million", "份额只有千万分之三，output 却有一千万") {
    const double weight = std::exp(-15.0);
    const auto of = [](float x) { return Floats({1, 1, 1}, x); };
    const auto lse = [](float x) { return Floats({1, 1}, x); };
    const grader::Values outputs{
        of(static_cast<float>((1 + 1e7 * weight) / (1 + weight))), lse(static_cast<float>(std::log1p(weight)))};
    grade(with("one-number", {{"a.output", of(1)}, {"a.lse", lse(0)}, {"b.output", of(1e7f)}, {"b.lse", lse(-15)}}),
        outputs);
    grade(with("one-number", {{"a.output", of(1e7f)}, {"a.lse", lse(-15)}, {"b.output", of(1)}, {"b.lse", lse(0)}}),
        outputs);
}

QUESTION("scores of −10,000 on one side, no key on the other: a low score is a score",
    "一边的分数是 −10000，另一边没有 key：分数再低也是分数") {
    const float none = -INFINITY;
    for (const float low : {-90.0f, -1000.0f, -10000.0f, -12000.0f}) {
        shares(low, none, 1, 0, low);
        shares(none, low, 0, 1, low);
    }
}

QUESTION("no tokens, no rows", "没有 token 就没有行") {
    const auto none = zeros({0, 2, 4}), no_lse = zeros({0, 2});
    grade(with("two-heads", {{"a.output", none}, {"a.lse", no_lse}, {"b.output", none}, {"b.lse", no_lse}}),
        {none, no_lse});
}

QUESTION("outputs of different shapes are refused", "两边的 output 形状不同时拒绝") {
    // (2, 3, 4) has as many numbers as (3, 2, 4), (1, 2, 4) and (3, 2, 1) would broadcast.
    for (const auto& shape :
        {std::vector<std::size_t>{2, 3, 4}, {1, 2, 4}, {3, 1, 4}, {3, 2, 1}, {3, 2, 3}, {4, 2, 4}, {3, 8}, {0, 2, 4}}) {
        refuses(with("two-heads", {{"b.output", zeros(shape)}}));
    }
    refuses(with("two-heads", {{"b.output", zeros({4, 2, 4})}, {"b.lse", zeros({4, 2})}}));
    refuses(with("two-heads", {{"b.output", zeros({1, 2, 4})}, {"b.lse", zeros({1, 2})}}));
}

QUESTION("an lse that is not tokens × heads is refused", "lse 的形状不是 token 数 × 头数时拒绝") {
    for (const auto& shape :
        {std::vector<std::size_t>{2, 3}, {3, 1}, {1, 2}, {4, 2}, {3, 3}, {3}, {6}, {3, 2, 1}, {3, 2, 4}, {}}) {
        refuses(with("two-heads", {{"a.lse", zeros(shape)}}));
        refuses(with("two-heads", {{"b.lse", zeros(shape)}}));
        refuses(with("two-heads", {{"a.lse", zeros(shape)}, {"b.lse", zeros(shape)}}));
    }
}

QUESTION("outputs without exactly three axes are refused", "output 不是三维时拒绝") {
    for (const auto& shape : {std::vector<std::size_t>{3, 2}, {3, 8}, {24}, {1, 3, 2, 4}, {3, 2, 4, 1}, {}}) {
        refuses(with("two-heads", {{"a.output", zeros(shape)}}));
        refuses(with("two-heads", {{"a.output", zeros(shape)}, {"b.output", zeros(shape)}}));
    }
}

QUESTION("Qwen2-0.5B's 14 heads of 64, 20 tokens", "Qwen2-0.5B 的 14 个头，每个宽 64，20 个 token") { grade("qwen2"); }
