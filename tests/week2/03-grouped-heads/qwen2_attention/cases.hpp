// What both models' attention is asked.
#pragma once

#include "grader/questions.hpp"

using grader::fixture;
using grader::grade;
using grader::with;
using grader::zeros;

/// Asks for a refusal of the case "no-room" with these arguments, and that the cache is then as it was.
static void keeps(const std::vector<std::pair<std::string, grader::Value>>& arguments) {
    grade(with("no-room", arguments), fixture("no-room").outputs);
}

/// The same of a cache of other heads, which has three rows.
static void keeps_other_heads(std::size_t heads, std::size_t dim, const grader::Floats& x) {
    const grader::Floats rows = grader::counted({3, heads, dim}, 1301);
    grade(with("no-room", {{"key", rows}, {"value", rows}, {"capacity", 9}, {"x", x}}),
          {"std::invalid_argument", rows, rows});
}

QUESTION("two tokens, one after the other, worked by hand in the chapter", "章节里手算的两个 token，先后输入") {
    grade("by-hand");
}

QUESTION("a prompt at once", "提示词一次输入") { grade("at-once"); }

QUESTION("the same, token by token", "同样的内容，一个一个 token 地输入") { grade("token-by-token"); }

QUESTION("a prompt, then token by token", "先输入提示词，再一个一个 token 地输入") { grade("prompt-and-tokens"); }

QUESTION("in chunks", "分几段输入") { grade("in-chunks"); }

QUESTION("no rows add nothing and give nothing", "零行：什么也不加，什么也不返回") {
    grade("none");
    grade("with-none-between");
}

QUESTION("heads that are together narrower than x", "所有头合起来比 x 窄") { grade("narrow-heads"); }

QUESTION("heads that are together as wide as x", "所有头合起来与 x 一样宽") { grade("as-wide-as-x"); }

QUESTION("tokens, widths and heads all of four", "token 数、宽度和头数都是 4") { grade("all-four"); }

QUESTION("as many heads of keys as of queries", "key 头与 query 头一样多") { grade("as-many-key-heads"); }

QUESTION("three heads of queries for each of keys", "每个 key 头供三个 query 头用") { grade("groups-of-three"); }

QUESTION("a single head", "只有一个头") { grade("one-head"); }

QUESTION("cache and tables filled to the brim", "缓存和表都正好用满") { grade("to-the-brim"); }

QUESTION("a longer text", "更长的文字") { grade("far"); }

QUESTION("a cache without room refuses, and nothing has changed", "缓存没有空位时拒绝，缓存保持原样") {
    grade("no-room");
    grade("full");
}

QUESTION("tables without these positions are refused, and nothing has changed",
         "表里没有这些位置时拒绝，缓存保持原样") {
    grade("tables-too-short");
    grade("tables-end-before");
}

QUESTION("tables of another width are refused, and nothing has changed", "表的宽度不同时拒绝，缓存保持原样") {
    for (const int dim : {2, 6, 8}) keeps({{"table_dim", dim}, {"x", grader::counted({2, 6}, 1303)}});
}

QUESTION("a cache of other heads is refused and stays as it was", "缓存的头数或宽度不同时拒绝，缓存保持原样") {
    for (const std::size_t rows : {1, 2}) {
        // H_kv = 2, D = 4: one head and one number would broadcast, (4, 2) and (1, 8) have as many numbers.
        const grader::Floats x = grader::counted({rows, 6}, 1302);
        for (const std::size_t heads : {1, 3, 4}) keeps_other_heads(heads, 4, x);
        for (const std::size_t dim : {1, 2, 6}) keeps_other_heads(2, dim, x);
        keeps_other_heads(4, 2, x);
        keeps_other_heads(1, 8, x);
    }
}

QUESTION("an x of other than two axes is refused, and nothing has changed", "x 不是两个轴时拒绝，缓存保持原样") {
    for (const auto& shape : {std::vector<std::size_t>{6}, {}, {1, 1, 6}, {2, 1, 6}, {1, 2, 6}}) {
        keeps({{"x", zeros(shape)}});
    }
}
