#include "rms_norm_low_precision.hpp"

#include "support/grade.hpp"
#include "tests/week1/02-rms-norm/rms_norm_low_precision_call.hpp"

const grader::Answer grader::answer = &tiny_llm::call;

using grader::grade;
using grader::refuses;
using grader::Tolerance;
using grader::with;
using grader::zeros;

namespace {

// The weights are ±2^k and multiplying by them rounds nothing, so that both cast orders give the same bits. With the
// statistics in float32 a value is off only where the exact one is all but halfway between two neighbours.
constexpr Tolerance in_bfloat16{.bits = 8, .most_off = 0.01};
constexpr Tolerance in_float16{.bits = 11, .most_off = 0.01};

}  // namespace

TEST_CASE("bfloat16: four values worked by hand in the chapter") {
    grade("bfloat16：章节里手算的四个值", "bfloat16-by-hand", in_bfloat16);
}

TEST_CASE("float16: four values worked by hand in the chapter") {
    grade("float16：章节里手算的四个值", "float16-by-hand", in_float16);
}

TEST_CASE("bfloat16: squares that would all be rounded up") {
    grade("bfloat16：平方若舍入则全都变大", "bfloat16-squares", in_bfloat16);
}

TEST_CASE("float16: squares that would all be rounded up") {
    grade("float16：平方若舍入则全都变大", "float16-squares", in_float16);
}

TEST_CASE("bfloat16: tiny rows, eps decides") {
    grade("bfloat16：很小的行，eps 起决定作用", "bfloat16-tiny-rows", in_bfloat16);
}

TEST_CASE("float16: tiny rows, whose squares underflow") {
    grade("float16：很小的行，平方会下溢", "float16-tiny-rows", in_float16);
}

TEST_CASE("bfloat16: a large eps") { grade("bfloat16：很大的 eps", "bfloat16-large-eps", in_bfloat16); }

TEST_CASE("float16: a large eps") { grade("float16：很大的 eps", "float16-large-eps", in_float16); }

TEST_CASE("bfloat16: values from 1e-9 to 1e18") {
    grade("bfloat16：从 1e-9 到 1e18 的值", "bfloat16-large", in_bfloat16);
}

TEST_CASE("float16: values whose squares overflow") { grade("float16：平方会溢出的值", "float16-large", in_float16); }

TEST_CASE("rows far from zero: the mean stays in") {
    grade("远离零的行：不减均值", "bfloat16-far-from-zero", in_bfloat16);
    grade("远离零的行：不减均值", "float16-far-from-zero", in_float16);
}

TEST_CASE("a row of zeros gives zeros") {
    grade("全零的行得到零", "bfloat16-row-of-zeros", in_bfloat16);
    grade("全零的行得到零", "float16-row-of-zeros", in_float16);
}

TEST_CASE("a row of one") {
    grade("只有一个元素的行", "bfloat16-rows-of-one", in_bfloat16);
    grade("只有一个元素的行", "float16-rows-of-one", in_float16);
}

TEST_CASE("weights that are no powers of two") {
    grade("不是 2 的幂的权重", "bfloat16-other-weights", in_bfloat16);
    grade("不是 2 的幂的权重", "float16-other-weights", in_float16);
}

TEST_CASE("rank 1") {
    grade("一维", "bfloat16-rank-1", in_bfloat16);
    grade("一维", "float16-rank-1", in_float16);
}

TEST_CASE("rank 3") {
    grade("三维", "bfloat16-rank-3", in_bfloat16);
    grade("三维", "float16-rank-3", in_float16);
}

TEST_CASE("rank 4") {
    grade("四维", "bfloat16-rank-4", in_bfloat16);
    grade("四维", "float16-rank-4", in_float16);
}

TEST_CASE("zero rows give zero rows") {
    for (const char* hand : {"bfloat16-by-hand", "float16-by-hand"}) {
        for (const auto& shape : {std::vector<std::size_t>{0, 4}, {2, 0, 4}}) {
            grade("零行输入得到零行输出", with(hand, {{"x", zeros(shape)}}), {zeros(shape)});
        }
    }
}

TEST_CASE("a weight other than (D,) is refused") {
    // (1), (1, 4) and (2, 4) would broadcast.
    for (const char* hand : {"bfloat16-by-hand", "float16-by-hand"}) {
        for (const auto& shape : {std::vector<std::size_t>{3}, {1}, {5}, {1, 4}, {2, 4}, {4, 1}}) {
            refuses("weight 不是 (D,) 时拒绝", with(hand, {{"weight", zeros(shape)}}));
        }
    }
}

TEST_CASE("Qwen2-0.5B's hidden size and eps, weights ±2^k") {
    grade("Qwen2-0.5B 的隐藏层宽度和 eps，权重为 ±2^k", "bfloat16-qwen2-powers", in_bfloat16);
    grade("Qwen2-0.5B 的隐藏层宽度和 eps，权重为 ±2^k", "float16-qwen2-powers", in_float16);
}

TEST_CASE("Qwen2-0.5B's hidden size and eps, any weights: both cast orders within one unit in the last place") {
    // Rounding before the weight as well as after it makes a quarter of these values differ, by one unit.
    grade("Qwen2-0.5B 的隐藏层宽度和 eps，任意权重：两种舍入次序都在一个末位单位之内", "bfloat16-qwen2", {.bits = 8});
    grade("Qwen2-0.5B 的隐藏层宽度和 eps，任意权重：两种舍入次序都在一个末位单位之内", "float16-qwen2", {.bits = 11});
}
