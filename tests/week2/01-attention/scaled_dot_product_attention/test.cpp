#include "setup.hpp"

#include <algorithm>
#include <limits>

#include "grader/questions.hpp"

using grader::Floats;
using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

constexpr float hidden = -std::numeric_limits<float>::infinity();

/// One query of 1, keys and values of one number, and a mask: what comes out is one number.
static void gives(
    const std::vector<float>& keys, const std::vector<float>& mask, const std::vector<float>& values, double expected) {
    const std::size_t S = keys.size();
    grader::Call call{
        "", {{"query", Floats({1, 1}, 1.0f)}, {"key", Floats({S, 1}, keys)}, {"value", Floats({S, 1}, values)}}};
    if (!mask.empty()) call.set("mask", Floats({1, S}, mask));
    grade(call, {Floats({1, 1}, static_cast<float>(expected))});
}

QUESTION("two queries and three keys, worked by hand in the chapter", "章节里手算的两个 query、三个 key") {
    grade("by-hand");
}

QUESTION("each query has its own weights", "每个 query 有自己的权重") { grade("two-queries"); }

QUESTION("queries, keys and widths all of four", "query 数、key 数和宽度都是 4") { grade("square"); }

QUESTION("one query", "只有一个 query") { grade("one-query"); }

QUESTION("one key: its value, whatever the score", "只有一个 key：不管分数多少，都得到它的 value") { grade("one-key"); }

QUESTION("values wider than keys", "value 比 key 宽") { grade("wide-values"); }

QUESTION("values of one number", "value 只有一个数") { grade("narrow-values"); }

QUESTION("more queries than keys", "query 比 key 多") { grade("more-queries"); }

QUESTION("the given scale is used", "用的是传入的 scale") { grade("scale-given"); }

QUESTION("a given scale of 1 counts, too", "传入的 scale 是 1") { grade("scale-of-one"); }

QUESTION("a scale of 0: the plain mean", "传入的 scale 是 0：普通平均") { grade("scale-of-zero"); }

QUESTION("a scale below 0", "传入的 scale 是负数") { grade("scale-below-zero"); }

QUESTION("one query and a given scale", "一个 query，传入了 scale") {
    // Keys of 0 and 1, of which the second counts e^scale times as much.
    for (const float scale : {2.0f, -1.0f, 0.25f}) {
        const float more = std::exp(scale);
        grade(
            {"", {{"query", Floats({1, 4}, 1.0f)}, {"key", Floats({2, 4}, std::vector<float>{0, 0, 0, 0, 1, 0, 0, 0})},
                     {"value", Floats({2, 1}, std::vector<float>{1, 5})}, {"scale", double{scale}}}},
            {Floats({1, 1}, (1 + 5 * more) / (1 + more))});
    }
}

QUESTION("a mask hides what comes later", "掩码挡住后面的 token") { grade("causal"); }

QUESTION("a mask with more keys than queries", "key 比 query 多时的掩码") { grade("causal-more-keys"); }

QUESTION("one query and a mask", "一个 query，有掩码") { grade("one-query-masked"); }

QUESTION("a mask of other numbers is added as it is", "掩码里的其他数值照样相加") { grade("bias"); }

QUESTION("a mask that hides and adds", "既挡住又加偏置的掩码") { grade("bias-and-hidden"); }

QUESTION("mask and scale: the mask is not scaled", "同时有掩码和 scale：掩码不缩放") { grade("mask-and-scale"); }

QUESTION("one leading axis", "一个前置轴") { grade("rank-3"); }

QUESTION("one leading axis, all extents equal", "一个前置轴，各轴长度相等") { grade("rank-3-square"); }

QUESTION("two leading axes, the mask for all of them", "两个前置轴，掩码对每一组都用") { grade("rank-4"); }

QUESTION("three leading axes", "三个前置轴") { grade("rank-5"); }

QUESTION("scores up to 5,000 do not overflow", "分数到 ±5000 也不溢出") { grade("large-scores"); }

QUESTION("all scores far below zero", "分数全都远小于零") { grade("far-below-zero"); }

QUESTION("a hidden key has by far the largest score", "被挡住的 key 分数远大于其余的") { grade("hidden-far-above"); }

QUESTION("a hidden key scores so far above the others that no number you subtract hides it",
    "被挡住的 key 分数高出太多，减去多大的数都挡不住") {
    for (const auto& [seen, above] :
        {std::pair(0.0f, 200.0f), {0.0f, 2e4f}, {0.0f, 2e9f}, {0.0f, 2e38f}, {-3e38f, 3e38f}}) {
        gives({seen, above}, {0, hidden}, {1, 5}, 1);
        gives({above, seen}, {hidden, 0}, {5, 1}, 1);
    }
}

QUESTION("a hidden token has no score at all: the visible ones score below any number that could replace −∞",
    "被挡住的没有分数：看得到的分数比任何代替 −∞ 的数都低") {
    // Below -10,000, -65,504, -1e9, half the lowest float; and the lowest itself.
    for (const float score : {-2e4f, -1e5f, -1e10f, -2e38f, std::numeric_limits<float>::lowest()}) {
        gives({score, score, score}, {hidden, 0, 0}, {100, 1, 2}, 1.5);
    }
}

QUESTION("scores and biases far from 0, one apart", "离 0 很远、相差 1 的分数和偏置") {
    const double less = std::exp(-1.0), expected = (1 + 100 * less) / (1 + less);
    for (const float far : {-2e4f, 2e4f}) {
        gives({far, far - 1}, {}, {1, 100}, expected);
        gives({0, 0}, {far, far - 1}, {1, 100}, expected);
    }
}

QUESTION("a weight of three ten-millionths, and a value of ten million", "权重只有千万分之三，value 却有一千万") {
    const double weight = std::exp(-15.0);
    gives({0, -15}, {}, {1, 1e7f}, (1 + 1e7 * weight) / (1 + weight));
}

QUESTION("384 keys, a third of them hidden: at the beginning, in the middle, at the end",
    "384 个 key，挡住三分之一：开头、中间、末尾") {
    // Whoever goes by tiles, of up to 64 keys, meets some in which all is hidden.
    const std::size_t S = 384;
    const Floats counted = grader::counted({S, 1}, 1191, 20), value = grader::counted({S, 1}, 1192);
    for (const auto& [from, to] : {std::pair(0, 128), {128, 256}, {256, 384}, {0, 383}, {1, 384}}) {
        std::vector<float> mask(S, 0.0f);
        std::fill(mask.begin() + from, mask.begin() + to, hidden);
        double sum = 0, mean = 0;
        for (std::size_t j = 0; j < S; ++j) {
            const double power = std::exp(double{counted.values[j]} + mask[j]);
            sum += power;
            mean += power * value.values[j];
        }
        gives(counted.values, mask, value.values, mean / sum);
    }
}

QUESTION("values up to 10,000", "大到 ±10000 的 value") { grade("large-values"); }

QUESTION("no queries, no rows", "没有 query 就没有行") {
    grade(with("two-queries", {{"query", zeros({0, 4})}}), {zeros({0, 4})});
    grade(with("rank-3", {{"query", zeros({3, 0, 5})}}), {zeros({3, 0, 3})});
    grade(with("rank-3", {{"query", zeros({0, 2, 5})}, {"key", zeros({0, 4, 5})}, {"value", zeros({0, 4, 3})}}),
        {zeros({0, 2, 3})});
    grade(with("rank-4", {{"query", zeros({2, 3, 0, 6})}, {"mask", zeros({0, 5})}}), {zeros({2, 3, 0, 7})});
}

QUESTION("query and key of different widths are refused", "query 与 key 的宽度不同时拒绝") {
    // (3, 1) would broadcast, (4, 3) is the key transposed.
    for (const auto& shape : {std::vector<std::size_t>{3, 1}, {4, 3}, {3, 5}}) {
        refuses(with("two-queries", {{"key", zeros(shape)}}));
    }
    refuses(with("two-queries", {{"query", zeros({2, 1})}}));
}

QUESTION("a different number of values than keys is refused", "value 与 key 的个数不同时拒绝") {
    for (const auto& shape : {std::vector<std::size_t>{1, 4}, {2, 4}, {4, 3}, {6, 2}}) {
        refuses(with("two-queries", {{"value", zeros(shape)}}));
    }
}

QUESTION("leading axes that differ are refused, not broadcast", "前置轴不同时拒绝，不广播") {
    const auto behind = [](std::vector<std::size_t> leading, std::size_t rows, std::size_t width) {
        leading.insert(leading.end(), {rows, width});
        return zeros(leading);
    };
    // (1, 3), (2, 1), (3) and () would broadcast; (6) and (3, 2) have as many elements.
    for (const auto& leading : {std::vector<std::size_t>{1, 3}, {2, 1}, {3}, {}, {6}, {3, 2}, {2, 2}, {2, 3, 1}}) {
        refuses(with("rank-4", {{"key", behind(leading, 5, 6)}}));
        refuses(with("rank-4", {{"value", behind(leading, 5, 7)}}));
        refuses(with("rank-4", {{"key", behind(leading, 5, 6)}, {"value", behind(leading, 5, 7)}}));
    }
    refuses(with("rank-4", {{"query", behind({2, 1}, 4, 6)}}));
}

QUESTION("fewer than two axes are refused", "少于两个轴时拒绝") {
    refuses(with("two-queries", {{"query", zeros({4})}}));
    refuses(with("two-queries", {{"key", zeros({4})}}));
    refuses(with("two-queries", {{"value", zeros({3})}}));
    refuses(with("two-queries", {{"query", zeros({4})}, {"key", zeros({4})}, {"value", zeros({4})}}));
}

QUESTION("a mask other than L × S is refused", "掩码不是 L × S 时拒绝") {
    // L = 2, S = 5. (1, 5), (2, 1), (5), (1) and () would broadcast; (5, 2) is transposed; (1, 2, 5) has an axis too many.
    for (const auto& shape :
        {std::vector<std::size_t>{1, 5}, {2, 1}, {5}, {1}, {}, {5, 2}, {1, 2, 5}, {2, 4}, {3, 5}, {5, 5}}) {
        refuses(with("causal-more-keys", {{"mask", zeros(shape)}}));
    }
}

QUESTION("a mask for each leading index is refused", "每组一个掩码时拒绝") {
    refuses(with("rank-4", {{"mask", zeros({2, 3, 4, 5})}}));
    refuses(with("rank-4", {{"mask", zeros({3, 4, 5})}}));
}

QUESTION("Qwen2-0.5B's 14 heads: 8 tokens after 16", "Qwen2-0.5B 的 14 个头：16 个 token 之后的 8 个") {
    grade("qwen2");
}

QUESTION("131,072 keys, as many as Qwen2 can read", "131072 个 key：Qwen2 能读的最多的 key") {
    // exp(-1000) is 0, and those that are left are alike, a power of two: no weight and no sum is rounded.
    const std::size_t S = 131'072;
    std::vector<float> keys(S, -1000.0f), values(S, 0.0f);
    std::fill(keys.begin() + S / 2, keys.end(), 0.0f);
    values[0] = values[100'000] = S;
    values[S - 1] = 2.0f * S;
    gives(keys, {}, values, 6);
}

QUESTION("70 queries and 90 keys of 130 numbers, values of 150",
    "70 个 query、90 个 key，每个 130 个数，value 有 150 个数") {
    const std::size_t L = 70, S = 90, D = 130, V = 150;
    const grader::Floats query = grader::counted({L, D}, 781, 2), key = grader::counted({S, D}, 782, 2),
                         value = grader::counted({S, V}, 783);
    grader::Floats y({L, V}, 0.0f);
    for (std::size_t i = 0; i < L; ++i) {
        std::vector<double> weights(S), mean(V);
        double sum = 0;
        for (std::size_t j = 0; j < S; ++j) {
            for (std::size_t d = 0; d < D; ++d) weights[j] += double{query.row(i)[d]} * key.row(j)[d];
            sum += weights[j] = std::exp(weights[j] / std::sqrt(130.0));
        }
        for (std::size_t j = 0; j < S; ++j)
            for (std::size_t d = 0; d < V; ++d) mean[d] += weights[j] / sum * value.row(j)[d];
        std::copy(mean.begin(), mean.end(), y.row(i));
    }
    auto call = with("two-queries", {{"query", query}, {"key", key}, {"value", value}});
    std::erase_if(call.arguments, [](const auto& argument) { return argument.first == "mask"; });
    grade(call, {y});
}
