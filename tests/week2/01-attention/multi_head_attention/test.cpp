#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

QUESTION("two heads worked by hand in the chapter", "章节里手算的两个头") { grade("by-hand"); }

QUESTION("without a mask every token sees all", "没有掩码时每个 token 看得到全部") { grade("no-mask"); }

QUESTION("a single head", "只有一个头") { grade("one-head"); }

QUESTION("heads of one number", "每个头只有一个数") { grade("heads-of-one"); }

QUESTION("three heads of two", "三个头，每个宽 2") { grade("three-heads"); }

QUESTION("two heads of three", "两个头，每个宽 3") { grade("two-wide-heads"); }

QUESTION("heads, tokens and widths all of four", "头数、token 数和宽度都是 4") { grade("all-four"); }

QUESTION("one token: its own value", "只有一个 token：得到自己的 value") { grade("one-token"); }

QUESTION("a mask of other numbers is added in every head", "掩码里的其他数值在每个头里都相加") { grade("bias"); }

QUESTION("a leading axis: texts do not see each other", "一个前置轴：各段文字互相看不到") { grade("rank-3"); }

QUESTION("a leading axis, all extents equal", "一个前置轴，各轴长度相等") { grade("rank-3-square"); }

QUESTION("two leading axes", "两个前置轴") { grade("rank-4"); }

QUESTION("no tokens, no rows", "没有 token 就没有行") {
    grade(with("no-mask", {{"x", zeros({0, 4})}}), {zeros({0, 4})});
    grade(with("no-mask", {{"x", zeros({0, 3, 4})}}), {zeros({0, 3, 4})});
    grade(with("by-hand", {{"x", zeros({2, 0, 4})}, {"mask", zeros({0, 0})}}), {zeros({2, 0, 4})});
}

QUESTION("a last axis other than hidden_size is refused", "最后一个轴不等于 hidden_size 时拒绝") {
    // E = 4: (4, 3) is a transposed x, (2, 8) has the elements of four tokens.
    for (const auto& shape : {std::vector<std::size_t>{3, 1}, {4, 3}, {2, 8}, {2, 3, 5}}) {
        refuses(with("no-mask", {{"x", zeros(shape)}}));
    }
}

QUESTION("fewer than two axes are refused", "少于两个轴时拒绝") {
    refuses(with("no-mask", {{"x", zeros({4})}}));
    refuses(with("no-mask", {{"x", zeros({})}}));
}

QUESTION("a mask other than L × L is refused", "掩码不是 L × L 时拒绝") {
    // L = 3. (1, 3), (3, 1), (3) and (1) would broadcast; (2, 3, 3) is a mask for each head.
    for (const auto& shape : {std::vector<std::size_t>{1, 3}, {3, 1}, {3}, {1}, {2, 3, 3}, {4, 4}, {3, 4}, {2, 2}}) {
        refuses(with("no-mask", {{"mask", zeros(shape)}}));
    }
    refuses(with("rank-3", {{"mask", zeros({3, 2, 2})}}));
}

QUESTION("Qwen2-0.5B's width in 14 heads", "Qwen2-0.5B 的宽度，14 个头") {
    // Sums of 896 terms, twice, and a softmax between them.
    grade("qwen2");
}
