#include "setup.hpp"

#include <limits>

#include "grader/questions.hpp"

using grader::Floats;
using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

/// One head of one number: these keys and values, and a query of 1 for each key from `offset` on.
static grader::Call of(const std::vector<float>& keys, const std::vector<float>& values, std::size_t offset = 0) {
    const std::size_t S = keys.size(), L = S - offset;
    return with("one-query", {{"query", Floats({L, 1, 1}, 1.0f)}, {"key", Floats({S, 1, 1}, keys)},
                                 {"value", Floats({S, 1, 1}, values)}, {"offset", offset}});
}

static Floats rows(const std::vector<float>& y) { return {{y.size(), 1, 1}, y}; }

QUESTION(
    "four query heads and two key heads, worked by hand in the chapter", "章节里手算的四个 query 头、两个 key 头") {
    grade("by-hand");
}

QUESTION("a prompt: nothing before it", "提示词：前面什么都没有") { grade("prompt"); }

QUESTION("two tokens after three", "三个 token 之后的两个") { grade("after-three"); }

QUESTION("one token after four", "四个 token 之后的一个") { grade("one-query"); }

QUESTION("the very first token sees only itself", "最开头的 token 只看得到自己") { grade("first-token"); }

QUESTION("three key heads, each shared by two query heads", "三个 key 头，每个供两个 query 头用") {
    grade("three-groups-of-two");
}

QUESTION("two key heads, each shared by three query heads", "两个 key 头，每个供三个 query 头用") {
    grade("two-groups-of-three");
}

QUESTION("one key head for all", "所有头共用一个 key 头") { grade("one-key-head"); }

QUESTION("as many key heads as query heads", "key 头与 query 头一样多") { grade("as-many-key-heads"); }

QUESTION("tokens, heads and widths all of four", "token 数、头数和宽度都是 4") {
    grade("four-groups-of-one");
    grade("all-four");
}

QUESTION("other numbers after the last visible key", "最后一个看得到的 key 后面还有别的数") { grade("numbers-behind"); }

QUESTION("NaN after the last visible key is not read", "最后一个看得到的 key 后面是 NaN：不能读") {
    // Whoever reads the values alone passes the first.
    grade("no-keys-known-behind");
    grade("nothing-known-behind");
}

QUESTION("a cache much larger than the text", "缓存比文字大得多") {
    grade("prompt-in-a-large-cache");
    grade("one-query-in-a-large-cache");
}

QUESTION("scores up to 7,000 do not overflow", "分数到 ±7000 也不溢出") { grade("large-scores"); }

QUESTION("all visible keys score far below zero", "看得到的分数全都远小于零") {
    // Equal keys: the mean of the values.
    grade(with("one-query", {{"query", Floats({1, 2, 1}, {-100, -200})}, {"key", Floats({2, 1, 1}, {2, 2})},
                                {"value", Floats({2, 1, 1}, {5, 7})}, {"offset", 1}}),
        {Floats({1, 2, 1}, {6, 6})});
}

QUESTION("a hidden key scores far above all visible ones", "被挡住的 key 分数远高于看得到的") {
    // 200 alone would leave exp(0 - 200) = 0 for what is seen; the others are large enough to stay ahead with a large
    // number subtracted, and the last one with the largest.
    for (const auto& [seen, hidden] :
        {std::pair(0.0f, 200.0f), {0.0f, 2e4f}, {0.0f, 2e5f}, {0.0f, 2e9f}, {0.0f, 2e38f}, {-3e38f, 3e38f}}) {
        grade(of({seen, hidden}, {1, 5}), {rows({1, 5})});
    }
    grade(of({0, 0, 500}, {1, 3, 5}, 1), {rows({2, 5})});
    // And one that is seen, behind many others.
    std::vector<float> keys(100, -200.0f);
    keys.push_back(200);
    std::vector<float> values(100, 1.0f);
    values.push_back(5);
    grade(of(keys, values, 99), {rows({1, 5})});
}

QUESTION("a hidden token has no score at all: the visible ones score below any number that could replace −∞",
    "被挡住的没有分数：看得到的分数比任何代替 −∞ 的数都低") {
    // Below -10,000, -65,504, -1e9, half the lowest float; and the lowest itself.
    for (const float score : {-2e4f, -1e5f, -1e10f, -2e38f, std::numeric_limits<float>::lowest()}) {
        grade(of({score, score}, {1, 100}), {rows({1, 50.5f})});
    }
    const float less = std::exp(-1.0f);
    for (const float score : {-2e4f, 2e4f}) {
        grade(of({score, score - 1}, {1, 100}), {rows({1, (1 + 100 * less) / (1 + less)})});
    }
}

QUESTION("a weight of three ten-millionths, and a value of ten million", "权重只有千万分之三，value 却有一千万") {
    const double weight = std::exp(-15.0);
    grade(of({0, -15}, {1, 1e7f}, 1), {rows({static_cast<float>((1 + 1e7 * weight) / (1 + weight))})});
}

QUESTION("the same cache, some tokens later", "同一个缓存，过了几个 token 之后") {
    for (const int offset : {0, 2, 4}) {
        grade(with("one-query", {{"query", Floats({1, 1, 1}, 1.0f)}, {"key", zeros({6, 1, 1})},
                                    {"value", Floats({6, 1, 1}, {1, 2, 3, 4, 5, 6})}, {"offset", offset}}),
            {Floats({1, 1, 1}, 1 + offset / 2.0f)});
    }
}

QUESTION("no queries, no rows", "没有 query 就没有行") {
    const auto none = zeros({0, 4, 4});
    for (const int offset : {0, 3, 5}) grade(with("after-three", {{"query", none}, {"offset", offset}}), {none});
    grade(with("nothing-known-behind", {{"query", none}}), {none});
    grade(with("after-three", {{"query", none}, {"key", zeros({0, 2, 4})}, {"value", zeros({0, 2, 4})}, {"offset", 0}}),
        {none});
}

QUESTION("query heads that the key heads do not divide are refused", "query 头数不能被 key 头数整除时拒绝") {
    for (const std::size_t heads : {3, 1, 5}) refuses(with("after-three", {{"query", zeros({2, heads, 4})}}));
    // Fewer of queries than of keys, the two exchanged.
    refuses(with("after-three", {{"key", zeros({5, 8, 4})}, {"value", zeros({5, 8, 4})}}));
}

QUESTION("zero key heads are refused", "没有 key 头时拒绝") {
    refuses(with("after-three", {{"key", zeros({5, 0, 4})}, {"value", zeros({5, 0, 4})}}));
}

QUESTION("query and key of different widths are refused", "query 与 key 的宽度不同时拒绝") {
    for (const std::size_t dim : {1, 2, 3, 5, 8}) {
        refuses(with("after-three", {{"key", zeros({5, 2, dim})}, {"value", zeros({5, 2, dim})}}));
    }
    refuses(with("after-three", {{"query", zeros({2, 4, 1})}}));
}

QUESTION("values of a different shape than the keys are refused", "value 与 key 形状不同时拒绝") {
    // (5, 4, 2) has as many elements, (5, 1, 4) and (1, 2, 4) would broadcast, (6, 2, 4) and (5, 2, 5) have more than is needed.
    for (const auto& shape : {std::vector<std::size_t>{5, 4, 2}, {5, 1, 4}, {1, 2, 4}, {4, 2, 4}, {6, 2, 4}, {5, 2, 5},
             {5, 2, 3}, {5, 4, 4}, {5, 8}, {5, 2, 4, 1}}) {
        refuses(with("after-three", {{"value", zeros(shape)}}));
    }
}

QUESTION("fewer keys than positions are refused", "key 比位置数少时拒绝") {
    for (const int offset : {4, 5, 6, 100}) refuses(with("after-three", {{"offset", offset}}));
    for (const std::size_t queries : {3, 6}) refuses(with("after-three", {{"query", zeros({queries, 4, 4})}}));
    refuses(with("after-three", {{"query", zeros({0, 4, 4})}, {"offset", 6}}));
    // The largest std::size_t and the one before: with L they add up to little.
    for (const int offset : {-1, -2}) refuses(with("after-three", {{"offset", offset}}));
}

QUESTION("inputs without exactly three axes are refused", "不是三维时拒绝") {
    for (const auto& shape : {std::vector<std::size_t>{2, 4}, {8, 4}, {4}, {}, {1, 2, 4, 4}, {2, 4, 4, 1}}) {
        refuses(with("after-three", {{"query", zeros(shape)}}));
    }
    for (const auto& shape : {std::vector<std::size_t>{5, 4}, {5, 8}, {4}, {1, 5, 2, 4}, {5, 2, 4, 1}}) {
        refuses(with("after-three", {{"key", zeros(shape)}}));
        refuses(with("after-three", {{"key", zeros(shape)}, {"value", zeros(shape)}}));
    }
}

QUESTION("Qwen2-0.5B's 14 query heads and 2 key heads: 4 tokens after 20",
    "Qwen2-0.5B 的 14 个 query 头、2 个 key 头：20 个 token 之后的 4 个") {
    grade("qwen2");
}

QUESTION("300 tokens, of which the first sees one: whole tiles of keys are hidden from it",
    "300 个 token，第一个只看得到一个：整块整块的 key 都被挡住") {
    const std::size_t L = 300, H = 2, D = 4;
    const Floats query = grader::counted({L, H, D}, 1391, 3), value = grader::counted({L, 1, D}, 1393);
    Floats key = grader::counted({L, 1, D}, 1392, 3), y = query;
    // Later keys are longer, so that the largest score so far has to be replaced many times.
    for (std::size_t j = 0; j < L; ++j) {
        for (std::size_t d = 0; d < D; ++d) key.values[j * D + d] *= 0.25f + static_cast<float>(j) / 100.0f;
    }
    for (std::size_t r = 0; r < L * H; ++r) {
        std::vector<double> score(r / H + 1, 0.0);
        for (std::size_t j = 0; j < score.size(); ++j) {
            for (std::size_t d = 0; d < D; ++d) score[j] += double{query.values[r * D + d]} * key.values[j * D + d] / 2;
        }
        const double largest = *std::max_element(score.begin(), score.end());
        std::vector<double> mean(D, 0.0);
        double sum = 0;
        for (std::size_t j = 0; j < score.size(); ++j) {
            const double power = std::exp(score[j] - largest);
            sum += power;
            for (std::size_t d = 0; d < D; ++d) mean[d] += power * value.values[j * D + d];
        }
        for (std::size_t d = 0; d < D; ++d) y.values[r * D + d] = static_cast<float>(mean[d] / sum);
    }
    // Scores reach 40, and what float32 rounds in them is a factor in their powers.
    grade(with("one-query", {{"query", query}, {"key", key}, {"value", value}, {"offset", 0}}), {y},
        {.rtol = 3e-5, .atol = 3e-5});
}

QUESTION(
    "one token after 131,071: as many keys as Qwen2 can read", "131071 个 token 之后的一个：Qwen2 能读的最多的 key") {
    // exp(-1000) is 0, and those that are left are alike, a power of two: no weight and no sum is rounded.
    const std::size_t S = 131'072;
    std::vector<float> keys(S, -1000.0f), values(S, 0.0f);
    std::fill(keys.begin() + S / 2, keys.end(), 0.0f);
    values[0] = values[100'000] = S;
    values[S - 1] = 2.0f * S;
    grade(of(keys, values, S - 1), {rows({6})});
}
