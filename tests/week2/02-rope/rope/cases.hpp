// What both pairings are asked.
#pragma once

#include "grader/questions.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

static grader::Call from(std::int64_t offset, std::size_t rows) {
    return with("from-4", {{"offset", offset}, {"x", zeros({rows, 2, 6})}});
}

QUESTION("two rows, from position 1 on, worked by hand in the chapter", "章节里手算的两行，从位置 1 开始") {
    grade("by-hand");
}

QUESTION("rows from position 0 on", "从位置 0 开始的几行") { grade("from-0"); }

QUESTION("rows from position 4 on", "从位置 4 开始的几行") { grade("from-4"); }

QUESTION("heads of two numbers: one pair", "每个头只有两个数：一对") { grade("one-pair"); }

QUESTION("one row, as when a token is generated", "只有一行，就像生成一个 token 时") { grade("one-row"); }

QUESTION("position 0 leaves a row as it is", "位置 0 的一行保持原样") { grade("position-0"); }

QUESTION("one head", "只有一个头") { grade("one-head"); }

QUESTION("more heads than rows: all are turned alike", "头比行多：每个头都同样转") { grade("more-heads"); }

QUESTION("rows, heads and widths all of four", "行数、头数和宽度都是 4") { grade("square"); }

QUESTION("as many rows and heads as pairs", "行数、头数都等于对的个数") { grade("square-halves"); }

QUESTION("three pairs, five rows", "每头三对，五行") { grade("three-pairs"); }

QUESTION("no rows, wherever they would begin", "没有行，不管从哪个位置开始") {
    // The tables have 12 positions.
    for (const std::int64_t offset : {0, 4, 12}) grade(from(offset, 0), {zeros({0, 2, 6})});
}

QUESTION("one position more than the tables have is refused", "比表多一个位置时拒绝") {
    refuses(from(10, 3));
    refuses(from(12, 1));
}

QUESTION("positions far beyond the tables are refused", "位置远远超出表的范围时拒绝") {
    refuses(from(9, 5));
    refuses(from(13, 1));
    refuses(from(20, 3));
}

QUESTION("more rows than the tables have are refused", "行数比表的行数还多时拒绝") {
    refuses(from(0, 14));
    refuses(from(4, 13));
}

QUESTION("no rows at an offset beyond the tables are refused, too", "没有行，但 offset 超出了表的范围，也要拒绝") {
    refuses(from(20, 0));
    refuses(from(13, 0));
}

static void refuses_width(std::size_t dim) { refuses(with("from-4", {{"x", zeros({3, 2, dim})}})); }

QUESTION("tables too wide for the heads are refused", "表比头宽的一半还宽时拒绝") {
    // The tables are 3 wide. A head of 3 would fit tables of D columns, as Hugging Face has them; 1 would broadcast.
    for (const std::size_t dim : {4, 5, 3, 2, 1}) refuses_width(dim);
}

QUESTION("tables too narrow for the heads are refused", "表比头宽的一半窄时拒绝") {
    for (const std::size_t dim : {8, 12}) refuses_width(dim);
}

QUESTION("heads of an odd width are refused", "头宽是奇数时拒绝") { refuses_width(7); }

QUESTION("fewer than three axes are refused", "少于三个轴时拒绝") {
    for (const auto& shape : {std::vector<std::size_t>{3, 6}, {6}, {}}) refuses(with("from-4", {{"x", zeros(shape)}}));
}

QUESTION("more than three axes are refused", "多于三个轴时拒绝") {
    for (const auto& shape : {std::vector<std::size_t>{1, 3, 2, 6}, {3, 2, 6, 1}, {3, 2, 6, 2}}) {
        refuses(with("from-4", {{"x", zeros(shape)}}));
    }
}
