#include "setup.hpp"

#include "grader/questions.hpp"

using grader::fixture;
using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

// Attention is a sum of all rows so far, and the MLP a matrix, where a case has no weights for them.

QUESTION("two rows worked by hand in the chapter", "章节里手算的两行") { grade("by-hand"); }

QUESTION("the same numbers as pre_norm_block's", "与 pre_norm_block 的数值相同") { grade("as-pre-norm-block"); }

QUESTION("attention reads the normalized rows and is added to x", "注意力读归一化后的行，结果加到 x 上") {
    grade("sums");
}

QUESTION("each norm has its own eps", "两个归一化各有自己的 eps") { grade("two-eps"); }

QUESTION("as many rows as columns", "行数等于列数") { grade("square"); }

QUESTION("rows of one", "只有一个元素的行") { grade("one-element"); }

QUESTION("with Qwen2's attention and MLP, all rows at once", "用 Qwen2 的注意力和 MLP，所有行一次算完") {
    grade("qwen2-attention");
}

QUESTION("the same rows one at a time: what came before is in the cache", "同样的行逐个来：前面的在缓存里") {
    grade("token-by-token");
}

QUESTION("the same rows in chunks", "同样的行分段来") { grade("in-chunks"); }

QUESTION("zero rows give zero rows, and the cache stays empty", "零行输入得到零行输出，缓存仍是空的") {
    grade(with("by-hand", {{"x", zeros({0, 2})}}), {zeros({0, 2}), zeros({0, 1, 2}), zeros({0, 2})});
    grade(with("qwen2-attention", {{"x", zeros({0, 6})}}), {zeros({0, 6}), zeros({0, 2, 4}), zeros({0, 6})});
}

QUESTION("an x of another width, or without exactly two axes, is refused", "宽度不对或不是二维时拒绝") {
    // (2), (1, 1, 2) and (1, 2, 2) have the right last axis, the last one the right axis 1 too; (2, 1) would broadcast.
    for (const auto& shape : {std::vector<std::size_t>{2, 3}, {2, 1}, {2}, {1, 1, 2}, {1, 2, 2}}) {
        refuses(with("by-hand", {{"x", zeros(shape)}}));
    }
}

QUESTION("more rows than the cache has room for are refused", "缓存放不下时拒绝") {
    refuses(with("by-hand", {{"capacity", 1}}));
    refuses(with("qwen2-attention", {{"capacity", 4}}));
    refuses(with("token-by-token", {{"capacity", 4}}));
}

QUESTION("more positions than the tables have are refused", "位置超出 RoPE 表时拒绝") {
    refuses(with("qwen2-attention", {{"positions", 4}}));
    refuses(with("token-by-token", {{"positions", 4}}));
}

QUESTION("tables of another width are refused, without rows too", "表的宽度对不上时拒绝，没有行时也一样") {
    refuses(with("qwen2-attention", {{"table_dim", 2}}));
    refuses(with("qwen2-attention", {{"table_dim", 2}, {"x", zeros({0, 6})}}));
}

QUESTION("300 rows of numbers up to 100,000", "300 行，数值大到 ±100000") {
    const std::size_t L = 300;
    const grader::Floats x = grader::counted({L, 2}, 2191, 1e5f);
    const grader::Floats w1({2}, std::vector<float>{0.5f, 2}), w2({2}, std::vector<float>{3, 1});
    grader::Floats y = x, read = x, keys({L, 1, 2}, 0.0f);
    const auto normalized = [](const double* row, const grader::Floats& weight, float* out) {
        const double root = std::sqrt((row[0] * row[0] + row[1] * row[1]) / 2 + 1e-6);
        for (std::size_t e = 0; e < 2; ++e) out[e] = static_cast<float>(row[e] / root * weight.values[e]);
    };
    double sum[2] = {0, 0};
    for (std::size_t i = 0; i < L; ++i) {
        const double row[2] = {x.row(i)[0], x.row(i)[1]};
        normalized(row, w1, keys.row(i));
        double h[2];
        for (std::size_t e = 0; e < 2; ++e) h[e] = row[e] + (sum[e] += keys.row(i)[e]);
        normalized(h, w2, read.row(i));
        for (std::size_t e = 0; e < 2; ++e) y.row(i)[e] = static_cast<float>(h[e] + read.row(i)[1 - e]);
    }
    grade(with("by-hand", {{"x", x}, {"input_layernorm", w1}, {"post_attention_layernorm", w2}, {"capacity", L}}),
        {y, keys, read});
}

QUESTION("after a refusal the cache is as it was", "拒绝之后缓存保持原样") {
    const auto before = fixture("after-refusal");
    grade("after-refusal");
    // Refused for their shape; (1, 1, 4) has the elements of one row, for which there is room.
    for (const auto& shape : {std::vector<std::size_t>{1, 1, 4}, {4}, {1, 3}}) {
        grade(with("after-refusal", {{"next x", zeros(shape)}}), before.outputs);
    }
}

QUESTION("Qwen2-0.5B's real size", "Qwen2-0.5B 的真实尺寸") { grade("qwen2"); }
