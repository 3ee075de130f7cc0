// What silu is asked, and its fast twin too.
#pragma once

#include "grader/questions.hpp"
#include "tests/week1/wider.hpp"

using grader::grade;

QUESTION("four values worked by hand in the chapter", "章节里手算的四个值") { grade("by-hand"); }

QUESTION("negative values keep a small negative output", "负数保留小的负输出") { grade("negative"); }

QUESTION("around the minimum near -1.28", "最小值 −1.28 附近") { grade("around-the-minimum"); }

QUESTION("a row of one", "只有一个元素的行") { grade("one-element"); }

QUESTION("values up to 100: exp overflows, silu does not", "大到 ±100 的值：exp 溢出，silu 不溢出") { grade("large"); }

QUESTION("rank 2, odd width", "二维，奇数宽度") { grade("rank-2"); }

QUESTION("rank 3", "三维") { grade("rank-3"); }

QUESTION("rank 4", "四维") { grade("rank-4"); }

QUESTION("five axes", "五个轴") { grade_with_one_more_axis("rank-4", {"x"}); }

QUESTION("zero rows give zero rows", "零行输入得到零行输出") {
    for (const auto& shape : {std::vector<std::size_t>{0, 5}, {2, 0, 3}, {0}}) {
        const auto empty = grader::zeros(shape);
        grade({"", {{"x", empty}}}, {empty});
    }
}

QUESTION("Qwen2-0.5B's intermediate size", "Qwen2-0.5B 的中间层大小") { grade("qwen2"); }
