// What silu is asked, and its fast twin too.
#pragma once

#include "support/grade.hpp"

using grader::grade;

TEST_CASE("four values worked by hand in the chapter") { grade("章节里手算的四个值", "by-hand"); }

TEST_CASE("negative values keep a small negative output") { grade("负数保留小的负输出", "negative"); }

TEST_CASE("around the minimum near -1.28") { grade("最小值 −1.28 附近", "around-the-minimum"); }

TEST_CASE("a row of one") { grade("只有一个元素的行", "one-element"); }

TEST_CASE("values to 100: exp overflows, silu does not") { grade("到 ±100：exp 溢出，silu 不溢出", "large"); }

TEST_CASE("rank 2, odd width") { grade("二维，奇数宽度", "rank-2"); }

TEST_CASE("rank 3") { grade("三维", "rank-3"); }

TEST_CASE("rank 4") { grade("四维", "rank-4"); }

TEST_CASE("zero rows give zero rows") {
    for (const auto& shape : {std::vector<std::size_t>{0, 5}, {2, 0, 3}, {0}}) {
        const auto empty = grader::zeros(shape);
        grade("零行输入得到零行输出", {{{"x", empty}}, {}, ""}, {empty});
    }
}

TEST_CASE("Qwen2-0.5B's intermediate size") { grade("Qwen2-0.5B 的中间层宽度", "qwen2"); }
