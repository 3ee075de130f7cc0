#include "setup.hpp"

#include <limits>

#include "grader/questions.hpp"

using grader::Floats;
using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

QUESTION("two heads worked by hand in the chapter", "章节里手算的两个头") { grade("by-hand"); }

QUESTION("without a mask every token sees all", "没有掩码时每个 token 看得到全部") { grade("no-mask"); }

QUESTION("a single head", "只有一个头") { grade("one-head"); }

QUESTION("heads of one number", "每个头只有一个数") { grade("heads-of-one"); }

QUESTION("three heads of two", "三个头，每个宽 2") { grade("three-heads"); }

QUESTION("two heads of three", "两个头，每个宽 3") { grade("two-wide-heads"); }

QUESTION("heads, tokens and widths all of four", "头数、token 数和宽度都是 4") { grade("all-four"); }

QUESTION("one token: its own value", "只有一个 token：得到自己的 value") { grade("one-token"); }

QUESTION("a mask of other numbers is added in every head", "掩码里的其他数值在每个头里都相加") { grade("bias"); }

/// One head of one number, where the weights are 1 but for the keys', two tokens, and the second is hidden from the first.
static void gives(std::vector<float> x, float w_k, std::vector<float> y) {
    const Floats one({1, 1}, 1.0f);
    grade({"", {{"x", Floats({2, 1}, std::move(x))}, {"num_heads", 1}, {"w_q", one}, {"w_k", Floats({1, 1}, w_k)},
                   {"w_v", one}, {"w_o", one},
                   {"mask", Floats({2, 2}, std::vector<float>{0, -std::numeric_limits<float>::infinity(), 0, 0})}}},
        {Floats({2, 1}, std::move(y))});
}

QUESTION("a hidden token scores far above all visible ones", "被挡住的 token 分数远高于看得到的") {
    gives({1, 200}, 1, {1, 200});
    gives({1, 1e5f}, 1, {1, 1e5f});
    gives({1, 1e18f}, 1, {1, 1e18f});
}

QUESTION("a hidden token has no score at all: the visible ones score below any number that could replace −∞",
    "被挡住的没有分数：看得到的分数比任何代替 −∞ 的数都低") {
    // The first token's score is minus its square: below -10,000, -65,504, -1e9, half the lowest float; and the lowest itself.
    for (const float first : {200.0f, 1e3f, 1e5f, 1.5e19f}) gives({first, 1}, -1, {first, 1});
    gives({1, 0}, std::numeric_limits<float>::lowest(), {1, 0.5f});
}

QUESTION("a leading axis: texts do not see each other", "一个前置轴：各段文字互相看不到") { grade("rank-3"); }

QUESTION("a leading axis, all extents equal", "一个前置轴，各轴长度相等") { grade("rank-3-square"); }

QUESTION("two leading axes", "两个前置轴") { grade("rank-4"); }

QUESTION("no tokens, no rows", "没有 token 就没有行") {
    grade(with("no-mask", {{"x", zeros({0, 4})}}), {zeros({0, 4})});
    grade(with("no-mask", {{"x", zeros({0, 3, 4})}}), {zeros({0, 3, 4})});
    grade(with("by-hand", {{"x", zeros({2, 0, 4})}, {"mask", zeros({0, 0})}}), {zeros({2, 0, 4})});
}

QUESTION("a last axis other than hidden_size is refused", "最后一个轴的长度不等于 hidden_size 时拒绝") {
    // E = 4: (4, 3) is a transposed x, (2, 8) has the elements of four tokens.
    for (const auto& shape : {std::vector<std::size_t>{3, 1}, {4, 3}, {2, 8}, {2, 3, 5}}) {
        refuses(with("no-mask", {{"x", zeros(shape)}}));
    }
}

QUESTION("fewer than two axes are refused", "少于两个轴时拒绝") {
    refuses(with("no-mask", {{"x", zeros({4})}}));
    refuses(with("no-mask", {{"x", zeros({})}}));
}

QUESTION("a mask other than L × L is refused", "掩码不是 L × L 时拒绝") {
    // L = 3. (1, 3), (3, 1), (3) and (1) would broadcast; (2, 3, 3) is a mask for each head.
    for (const auto& shape : {std::vector<std::size_t>{1, 3}, {3, 1}, {3}, {1}, {2, 3, 3}, {4, 4}, {3, 4}, {2, 2}}) {
        refuses(with("no-mask", {{"mask", zeros(shape)}}));
    }
    refuses(with("rank-3", {{"mask", zeros({3, 2, 2})}}));
}

QUESTION("Qwen2-0.5B's width in 14 heads", "Qwen2-0.5B 的宽度，14 个头") {
    // Sums of 896 terms, twice, and a softmax between them.
    grade("qwen2");
}

QUESTION("300 tokens", "300 个 token") {
    const std::size_t L = 300, E = 4, H = 2, D = 2;
    const Floats x = grader::counted({L, E}, 1291, 2);
    const Floats w_q = grader::counted({E, E}, 1292), w_k = grader::counted({E, E}, 1293),
                 w_v = grader::counted({E, E}, 1294), w_o = grader::counted({E, E}, 1295);
    Floats mask({L, L}, 0.0f), y = zeros({L, E});
    for (std::size_t i = 0; i < L; ++i) {
        std::fill(mask.row(i) + i + 1, mask.row(i) + L, -std::numeric_limits<float>::infinity());
    }
    const auto times = [&](const std::vector<double>& rows, const Floats& weight) {
        std::vector<double> out(rows.size(), 0.0);
        for (std::size_t k = 0; k < out.size(); ++k) {
            for (std::size_t e = 0; e < E; ++e) out[k] += rows[k / E * E + e] * weight.row(k % E)[e];
        }
        return out;
    };
    const std::vector<double> rows(x.begin(), x.end());
    const auto q = times(rows, w_q), k = times(rows, w_k), v = times(rows, w_v);
    std::vector<double> heads(L * E, 0.0);
    for (std::size_t i = 0; i < L; ++i) {
        for (std::size_t h = 0; h < H; ++h) {
            double sum = 0;
            for (std::size_t j = 0; j <= i; ++j) {
                double score = 0;
                for (std::size_t d = h * D; d < h * D + D; ++d) score += q[i * E + d] * k[j * E + d];
                const double power = std::exp(score / std::sqrt(double{D}));
                sum += power;
                for (std::size_t d = h * D; d < h * D + D; ++d) heads[i * E + d] += power * v[j * E + d];
            }
            for (std::size_t d = h * D; d < h * D + D; ++d) heads[i * E + d] /= sum;
        }
    }
    const auto joined = times(heads, w_o);
    std::copy(joined.begin(), joined.end(), y.begin());
    grade({"", {{"x", x}, {"num_heads", H}, {"w_q", w_q}, {"w_k", w_k}, {"w_v", w_v}, {"w_o", w_o}, {"mask", mask}}},
        {y});
}

QUESTION("heads of 160 numbers, wider than any Qwen's", "每个头 160 个数，比哪个 Qwen 的都宽") { grade("wide-heads"); }
