#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/wider.hpp"

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

QUESTION("bfloat16: four values worked by hand in the chapter", "bfloat16：章节里手算的四个值") {
    grade("bfloat16-by-hand", in_bfloat16);
}

QUESTION("float16: four values worked by hand in the chapter", "float16：章节里手算的四个值") {
    grade("float16-by-hand", in_float16);
}

QUESTION("bfloat16: squares that would all be rounded up", "bfloat16：平方若舍入则全都变大") {
    grade("bfloat16-squares", in_bfloat16);
}

QUESTION("float16: squares that would all be rounded up", "float16：平方若舍入则全都变大") {
    grade("float16-squares", in_float16);
}

QUESTION("bfloat16: tiny rows, eps decides", "bfloat16：很小的行，eps 起决定作用") {
    grade("bfloat16-tiny-rows", in_bfloat16);
}

QUESTION("float16: tiny rows, whose squares underflow", "float16：很小的行，平方会下溢") {
    grade("float16-tiny-rows", in_float16);
}

QUESTION("bfloat16: a large eps", "bfloat16：很大的 eps") { grade("bfloat16-large-eps", in_bfloat16); }

QUESTION("float16: a large eps", "float16：很大的 eps") { grade("float16-large-eps", in_float16); }

QUESTION("bfloat16: values from 1e-9 to 1e18", "bfloat16：从 1e-9 到 1e18 的值") {
    grade("bfloat16-large", in_bfloat16);
}

QUESTION("float16: values whose squares overflow", "float16：平方会溢出的值") { grade("float16-large", in_float16); }

QUESTION("bfloat16: rows far from zero, the mean is not subtracted", "bfloat16：远离零的行，不减均值") {
    grade("bfloat16-far-from-zero", in_bfloat16);
}

QUESTION("float16: rows far from zero, the mean is not subtracted", "float16：远离零的行，不减均值") {
    grade("float16-far-from-zero", in_float16);
}

QUESTION("bfloat16: a row of zeros gives zeros", "bfloat16：全零的行得到零") {
    grade("bfloat16-row-of-zeros", in_bfloat16);
}

QUESTION("float16: a row of zeros gives zeros", "float16：全零的行得到零") {
    grade("float16-row-of-zeros", in_float16);
}

QUESTION("bfloat16: a row of one", "bfloat16：只有一个元素的行") { grade("bfloat16-rows-of-one", in_bfloat16); }

QUESTION("float16: a row of one", "float16：只有一个元素的行") { grade("float16-rows-of-one", in_float16); }

QUESTION("bfloat16: weights that are not powers of two", "bfloat16：不是 2 的幂的权重") {
    grade("bfloat16-other-weights", in_bfloat16);
}

QUESTION("float16: weights that are not powers of two", "float16：不是 2 的幂的权重") {
    grade("float16-other-weights", in_float16);
}

QUESTION("bfloat16: rank 1", "bfloat16：一维") { grade("bfloat16-rank-1", in_bfloat16); }

QUESTION("float16: rank 1", "float16：一维") { grade("float16-rank-1", in_float16); }

QUESTION("bfloat16: rank 3", "bfloat16：三维") { grade("bfloat16-rank-3", in_bfloat16); }

QUESTION("float16: rank 3", "float16：三维") { grade("float16-rank-3", in_float16); }

QUESTION("bfloat16: rank 4", "bfloat16：四维") { grade("bfloat16-rank-4", in_bfloat16); }

QUESTION("float16: rank 4", "float16：四维") { grade("float16-rank-4", in_float16); }

QUESTION("bfloat16: five axes", "bfloat16：五个轴") { grade_with_one_more_axis("bfloat16-rank-4", {"x"}, in_bfloat16); }

QUESTION("float16: five axes", "float16：五个轴") { grade_with_one_more_axis("float16-rank-4", {"x"}, in_float16); }

QUESTION("zero rows give zero rows", "零行输入得到零行输出") {
    for (const char* hand : {"bfloat16-by-hand", "float16-by-hand"}) {
        for (const auto& shape : {std::vector<std::size_t>{0, 4}, {2, 0, 4}}) {
            grade(with(hand, {{"x", zeros(shape)}}), {zeros(shape)});
        }
    }
}

QUESTION("a weight other than (D,) is refused", "weight 不是 (D,) 时拒绝") {
    // (1), (1, 4) and (2, 4) would broadcast. (1) comes first: with (3) xtensor throws by itself.
    for (const char* hand : {"bfloat16-by-hand", "float16-by-hand"}) {
        for (const auto& shape : {std::vector<std::size_t>{1}, {3}, {5}, {1, 4}, {2, 4}, {4, 1}}) {
            refuses(with(hand, {{"weight", zeros(shape)}}));
        }
    }
}

QUESTION("bfloat16: Qwen2-0.5B's hidden size and eps, weights ±2^k",
    "bfloat16：Qwen2-0.5B 的隐藏层大小和 eps，权重为 ±2^k") {
    grade("bfloat16-qwen2-powers", in_bfloat16);
}

QUESTION(
    "float16: Qwen2-0.5B's hidden size and eps, weights ±2^k", "float16：Qwen2-0.5B 的隐藏层大小和 eps，权重为 ±2^k") {
    grade("float16-qwen2-powers", in_float16);
}

QUESTION("Qwen2-0.5B's hidden size and eps, any weights: both cast orders within one unit in the last place",
    "Qwen2-0.5B 的隐藏层大小和 eps，任意权重：两种舍入次序都在一个末位单位之内") {
    // Rounding before the weight as well as after it makes a quarter of these values differ, by one unit.
    grade("bfloat16-qwen2", {.bits = 8});
    grade("float16-qwen2", {.bits = 11});
}
