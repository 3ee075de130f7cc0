#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

QUESTION("three values worked by hand in the chapter", "章节里手算的三个值") { grade("by-hand"); }

QUESTION("each row sums to one", "每一行的总和是 1") { grade("two-rows"); }

QUESTION("equal values share alike", "相等的值平分") { grade("equal"); }

QUESTION("a row of one gives 1", "只有一个元素的行得到 1") { grade("rows-of-one"); }

QUESTION("small values", "很小的值") { grade("near-zero"); }

QUESTION("a row that spans 100: exp of 100 overflows", "一行跨度为 100：exp(100) 会溢出") { grade("spread"); }

QUESTION("the largest value comes last, far above the others", "最大值在最后，远大于其余的值") {
    grade("largest-last");
}

QUESTION("a row near -60: it is the row's own maximum that goes", "-60 附近的一行：减去的是这一行自己的最大值") {
    grade("below-zero");
}

QUESTION("a row near 10,000", "10000 附近的一行") { grade("far-up"); }

QUESTION("a row near -10,000", "-10000 附近的一行") { grade("far-down"); }

QUESTION("rows far apart: each has its own maximum", "相距很远的行：每一行有自己的最大值") { grade("far-apart-rows"); }

QUESTION("values to 10,000", "大到 ±10000 的值") { grade("large"); }

QUESTION("-inf gives 0", "-inf 得到 0") { grade("hidden"); }

QUESTION("a row that begins with -inf", "以 -inf 开头的行") { grade("hidden-first"); }

QUESTION("one value among -inf gives 1", "其余全是 -inf 时，剩下的那个得到 1") { grade("one-left"); }

QUESTION("a row of -inf alone gives NaN, the others do not mind", "全是 -inf 的行得到 NaN，其他行不受影响") {
    grade("all-hidden");
}

QUESTION("rank 1", "一维") { grade("rank-1"); }

QUESTION("as many rows as columns", "行数等于列数") { grade("square"); }

QUESTION("rank 3", "三维") { grade("rank-3"); }

QUESTION("rank 4", "四维") { grade("rank-4"); }

QUESTION("zero rows give zero rows", "零行输入得到零行输出") {
    for (const auto& shape : {std::vector<std::size_t>{0, 4}, {2, 0, 3}}) {
        grade(with("by-hand", {{"x", zeros(shape)}}), {zeros(shape)});
    }
}

QUESTION("a tensor without an axis is refused", "没有轴的张量被拒绝") { refuses(with("by-hand", {{"x", zeros({})}})); }

QUESTION("the scores of Qwen2-0.5B's 14 heads", "Qwen2-0.5B 的 14 个头的分数") { grade("qwen2"); }
