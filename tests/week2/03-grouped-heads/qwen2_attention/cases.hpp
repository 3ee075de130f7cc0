// What both models' attention is asked.
#pragma once

#include "grader/questions.hpp"
#include "grader/uniform.hpp"

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

/// One head of four numbers, of which the first is all that is not 0. x is what becomes the key, the value, and the query, which
/// is always 1; positions turn nothing, but for the last.
static grader::Call one_number(const std::vector<float>& x, std::size_t before = 0) {
    const std::size_t L = x.size() / 3, positions = before + L;
    const auto taking = [](std::size_t e) {
        grader::Floats weight({4, 3}, 0.0f);
        weight.values[e] = 1;
        return weight;
    };
    grader::Floats w_o({3, 4}, 0.0f);
    w_o.values[0] = 1;
    auto call = with(
        "by-hand", {{"x", grader::Floats({L, 3}, x)}, {"rows", grader::Integers({1}, static_cast<std::int64_t>(L))},
                       {"capacity", positions}, {"cos", grader::Floats({positions, 2}, 1.0f)},
                       {"sin", grader::Floats({positions, 2}, 0.0f)}, {"num_heads", 1}, {"head_dim", 4},
                       {"w_q", taking(2)}, {"w_k", taking(0)}, {"w_v", taking(1)}, {"w_o", w_o}});
    std::erase_if(call.arguments, [](const auto& argument) { return argument.first.starts_with("b_"); });  // no biases
    if (call.find("q_norm") == nullptr) return call;
    // A norm makes 2 of one number among three zeros.
    for (const char* norm : {"q_norm", "k_norm"}) call.set(norm, grader::Floats({4}, 0.5f));
    call.set("eps", 1e-6f);
    return call;
}

/// Two tokens with the values 1 and 5, whose scores are `score` and `next`, which is as large or has the other sign.
static void gives(float score, float next, std::vector<float> y) {
    auto call = one_number({2 * score, 1, 1, 2 * next, 5, 1});
    grader::Floats key({2, 1, 4}, 0.0f), value = key, out({2, 3}, 0.0f);
    for (std::size_t i = 0; i < 2; ++i) {
        key.row(i)[0] = 2 * (i == 0 ? score : next);
        value.row(i)[0] = i == 0 ? 1 : 5;
        out.row(i)[0] = y[i];
    }
    if (call.find("k_norm") != nullptr) call.set("k_norm", grader::Floats({4}, std::abs(score)));
    grade(call, {out, key, value});
}

QUESTION("a hidden token scores far above all visible ones", "被挡住的 token 分数远高于看得到的") {
    for (const float score : {-200.0f, -2e4f, -2e9f}) gives(score, -score, {1, 5});
}

QUESTION("a hidden token has no score at all: the visible ones score below any number that could replace −∞",
    "被挡住的没有分数：看得到的分数比任何代替 −∞ 的数都低") {
    // Below -10,000, -65,504, -1e9.
    for (const float score : {-2e4f, -1e5f, -1e10f}) gives(score, score, {1, 3});
}

QUESTION("two tokens, one after the other, worked by hand in the chapter", "章节里手算的两个 token，先后输入") {
    grade("by-hand");
}

QUESTION("a prompt at once", "提示词一次输入") { grade("at-once"); }

QUESTION("the same, token by token", "同样的内容，一个一个 token 地输入") { grade("token-by-token"); }

QUESTION("a prompt, then token by token", "先输入提示词，再一个一个 token 地输入") { grade("prompt-and-tokens"); }

QUESTION("in chunks", "分几段输入") { grade("in-chunks"); }

QUESTION("two texts in turn, each with a cache of its own", "两段文字轮流输入，各有各的缓存") {
    grade(with("in-chunks", {{"another cache", 1}}), fixture("in-chunks").outputs);
}

QUESTION("zero rows add nothing and give nothing", "零行：什么也不加，什么也不返回") {
    grade("none");
    grade("with-none-between");
}

QUESTION("heads that are together narrower than x", "所有头合起来比 x 窄") { grade("narrow-heads"); }

QUESTION("heads that are together as wide as x", "所有头合起来与 x 一样宽") { grade("as-wide-as-x"); }

QUESTION("tokens, widths and heads all of four", "token 数、宽度和头数都是 4") { grade("all-four"); }

QUESTION("as many key heads as query heads", "key 头与 query 头一样多") { grade("as-many-key-heads"); }

QUESTION("three query heads for each key head", "每个 key 头供三个 query 头用") { grade("groups-of-three"); }

QUESTION("a single head", "只有一个头") { grade("one-head"); }

QUESTION("cache and tables filled to the brim", "缓存和表都正好用满") { grade("to-the-brim"); }

QUESTION("a longer text", "更长的文字") { grade("far"); }

QUESTION("a cache without room refuses, and nothing changes", "缓存没有空位时拒绝，缓存保持原样") {
    grade("no-room");
    grade("full");
}

QUESTION("tables without these positions are refused, and nothing changes", "表里没有这些位置时拒绝，缓存保持原样") {
    grade("tables-too-short");
    grade("tables-end-before");
}

QUESTION("tables of another width are refused, and nothing changes", "表的宽度不同时拒绝，缓存保持原样") {
    for (const int dim : {2, 6, 8})
        for (const std::size_t rows : {2, 0}) keeps({{"table_dim", dim}, {"x", grader::counted({rows, 6}, 1303)}});
}

QUESTION("a cache with other heads is refused and stays as it was", "缓存的头数或宽度不同时拒绝，缓存保持原样") {
    for (const std::size_t rows : {1, 2, 0}) {
        // H_kv = 2, D = 4: one head and one number would broadcast, (4, 2) and (1, 8) have as many numbers.
        const grader::Floats x = grader::counted({rows, 6}, 1302);
        for (const std::size_t heads : {1, 3, 4}) keeps_other_heads(heads, 4, x);
        for (const std::size_t dim : {1, 2, 6}) keeps_other_heads(2, dim, x);
        keeps_other_heads(4, 2, x);
        keeps_other_heads(1, 8, x);
    }
}

QUESTION("an x without exactly two axes is refused, and nothing changes", "x 不是二维时拒绝，缓存保持原样") {
    for (const auto& shape : {std::vector<std::size_t>{6}, {}, {1, 1, 6}, {2, 1, 6}, {1, 2, 6}}) {
        keeps({{"x", zeros(shape)}});
    }
}

QUESTION("one token after 65,600: more than 16 bits can count", "65600 个 token 之后的一个：16 位数不下") {
    const std::size_t before = 65'600, seen = 64;
    auto call = one_number({0, 2, 1}, before);
    grader::Floats key({before, 1, 4}, 0.0f), value = key, cos({before + 1, 2}, 1.0f), sin({before + 1, 2}, 0.0f),
                                              y({1, 3}, 0.0f);
    // A quarter turn at this position: the query meets the third number of the keys. exp(-1000) is 0, the last 64 keys score
    // 2.5, and the token's own 0.
    cos.row(before)[0] = 0;
    sin.row(before)[0] = 1;
    double sum = 1, mean = 2;
    for (std::size_t j = 0; j < before; ++j) {
        const bool counts = j >= before - seen;
        if (!counts) key.row(j)[0] = -2000;
        key.row(j)[2] = counts ? 5 : -2000;
        value.row(j)[0] = grader::uniform(1391, static_cast<std::uint32_t>(j));
        if (!counts) continue;
        sum += std::exp(2.5);
        mean += std::exp(2.5) * value.row(j)[0];
    }
    y.values[0] = static_cast<float>(mean / sum);
    for (const auto& [name, array] :
        {std::pair("cached key", key), {"cached value", value}, {"cos", cos}, {"sin", sin}})
        call.set(name, array);
    for (grader::Floats* rows : {&key, &value}) {
        rows->shape[0] += 1;
        rows->values.resize(rows->values.size() + 4);
    }
    value.row(before)[0] = 2;
    grade(call, {y, key, value});
}
