#include "setup.hpp"

#include "grader/questions.hpp"

namespace {

constexpr float steps = 8;
constexpr std::uint32_t seed = 7241;

/// Every bit counts.
void grade(const char* fixture) { grader::grade(fixture, {.rtol = 0, .atol = 0}); }

}  // namespace

QUESTION("two blocks worked by hand in the chapter", "章节里手算的两块") { grade("by-hand"); }

QUESTION("one block", "一块") { grade("one-block"); }

QUESTION("one row of several blocks", "一行，几块") { grade("one-row"); }

QUESTION("several rows of several blocks, large and small", "几行，每行几块，有大有小") {
    grade("several-rows");
    grade("square");
}

QUESTION("the largest number at every place of a block, of either sign", "最大的数在块里的每个位置，正负都有") {
    grade("largest-at-each-place");
}

QUESTION("a block of negative numbers", "全是负数的块") { grade("all-negative"); }

QUESTION("a block of positive numbers", "全是正数的块") { grade("all-positive"); }

QUESTION("several numbers share the largest absolute value: the first one counts", "绝对值最大的有几个时取第一个") {
    grade("ties");
}

QUESTION("a block after one with larger numbers, and after one with smaller ones",
    "排在数更大的块后面、数更小的块后面的块") {
    grade("growing-and-shrinking");
}

QUESTION("products halfway between two values", "乘积恰在两个值的正中间") { grade("halves"); }

QUESTION("products near the middle of two values: each step is rounded to float32",
    "离两个值的正中间很近的乘积：每一步都舍入成 float32") {
    grade("near-halves");
}

#include "tests/week3/01-bytes/quantize_q8_0/cases.hpp"
