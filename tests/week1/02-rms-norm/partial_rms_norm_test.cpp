#include "partial_rms_norm.hpp"

#include <limits>

#include "support/grade.hpp"
#include "tests/week1/02-rms-norm/partial_rms_norm_call.hpp"

const grader::Answer grader::answer = &tiny_llm::call;

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

TEST_CASE("four values worked by hand in the chapter") { grade("章节里手算的四个值", "by-hand"); }

TEST_CASE("each row has its own estimate") { grade("每一行有自己的估计", "two-rows"); }

TEST_CASE("half of five elements is two") { grade("五个元素的一半是两个", "half-of-five"); }

TEST_CASE("a quarter of seven elements is one") { grade("七个元素的四分之一是一个", "quarter-of-seven"); }

TEST_CASE("three quarters of seven elements are five") { grade("七个元素的四分之三是五个", "three-quarters-of-seven"); }

TEST_CASE("p = 1 is RMSNorm") { grade("p = 1 就是 RMSNorm", "all"); }

TEST_CASE("at least one element") { grade("至少看一个元素", "at-least-one"); }

TEST_CASE("6.25 % of 1000 elements are 62") { grade("1000 个元素的 6.25 % 是 62 个", "a-sixteenth-of-1000"); }

TEST_CASE("tiny rows: eps decides") { grade("很小的行：eps 起决定作用", "tiny-rows"); }

TEST_CASE("a large eps counts too") { grade("很大的 eps 也要算进去", "large-eps"); }

TEST_CASE("rows far from zero: the mean stays in") { grade("远离零的行：不减均值", "far-from-zero"); }

TEST_CASE("zeros in front leave only eps") { grade("前面全是零：分母只剩 eps", "zeros-in-front"); }

TEST_CASE("a row of one") { grade("只有一个元素的行", "rows-of-one"); }

TEST_CASE("rank 1") { grade("一维", "rank-1"); }

TEST_CASE("rank 3") { grade("三维", "rank-3"); }

TEST_CASE("rank 4") { grade("四维", "rank-4"); }

TEST_CASE("zero rows give zero rows") {
    for (const auto& shape : {std::vector<std::size_t>{0, 4}, {2, 0, 4}}) {
        grade("零行输入得到零行输出", with("by-hand", {{"x", zeros(shape)}}), {zeros(shape)});
    }
}

TEST_CASE("a weight other than (D,) is refused") {
    // (1), (1, 4) and (2, 4) would broadcast.
    for (const auto& shape : {std::vector<std::size_t>{3}, {1}, {5}, {1, 4}, {2, 4}, {4, 1}}) {
        refuses("weight 不是 (D,) 时拒绝", with("by-hand", {{"weight", zeros(shape)}}));
    }
}

TEST_CASE("a p that is no share of the row is refused") {
    for (const float p : {0.0f, -0.5f, 1.5f, 1.0625f, std::numeric_limits<float>::quiet_NaN()}) {
        grader::Call call = with("by-hand", {});
        call.numbers["p"] = p;
        refuses("p 不在 (0, 1] 内时拒绝", call);
    }
}

TEST_CASE("Qwen2-0.5B's hidden size, a sixteenth of it") { grade("Qwen2-0.5B 的隐藏层宽度，只看十六分之一", "qwen2"); }
