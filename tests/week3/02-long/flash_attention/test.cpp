#include "setup.hpp"

#include "grader/questions.hpp"

using grader::Floats;
using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

/// One head of one number: these keys and values, and queries of 1 for each key from `offset` on.
static grader::Call of(
    const std::vector<float>& keys, const std::vector<float>& values, std::size_t offset, std::size_t tile) {
    const std::size_t S = keys.size(), L = S - offset;
    return with(
        "one-query", {{"query", Floats({L, 1, 1}, 1.0f)}, {"key", Floats({S, 1, 1}, keys)},
                         {"value", Floats({S, 1, 1}, values)}, {"offset", offset}, {"last", S}, {"tile", tile}});
}

static grader::Values rows(const std::vector<float>& output, const std::vector<float>& lse) {
    return {Floats({output.size(), 1, 1}, output), Floats({lse.size(), 1}, lse)};
}

/// What it returns without tiles.
static grader::Values computed(const Floats& query, const Floats& key, const Floats& value, std::size_t offset) {
    const std::size_t H = query.shape[1], D = query.shape[2], kv_heads = key.shape[1], S = key.shape[0];
    Floats output = query, lse({query.shape[0], H}, 0.0f);
    for (std::size_t r = 0; r < query.shape[0] * H; ++r) {
        const std::size_t g = r % H / (H / kv_heads);
        std::vector<double> score(std::min(S, offset + r / H + 1), 0.0), mean(D, 0.0);
        for (std::size_t j = 0; j < score.size(); ++j) {
            for (std::size_t d = 0; d < D; ++d)
                score[j] += double{query.values[r * D + d]} * key.values[(j * kv_heads + g) * D + d];
            score[j] /= std::sqrt(static_cast<double>(D));
        }
        const double largest = *std::max_element(score.begin(), score.end());
        double sum = 0;
        for (std::size_t j = 0; j < score.size(); ++j) {
            const double power = std::exp(score[j] - largest);
            sum += power;
            for (std::size_t d = 0; d < D; ++d) mean[d] += power * value.values[(j * kv_heads + g) * D + d];
        }
        for (std::size_t d = 0; d < D; ++d) output.values[r * D + d] = static_cast<float>(mean[d] / sum);
        lse.values[r] = static_cast<float>(largest + std::log(sum));
    }
    return {output, lse};
}

QUESTION("two tokens after three, as worked by hand in the chapter", "章节里手算的：三个 token 之后的两个") {
    grade("by-hand");
}

QUESTION("a prompt, two keys at a time", "提示词，每块两个 key") { grade("prompt"); }

QUESTION(
    "the same for each size of tile, also one that is larger than the text", "块的大小不影响结果，比文字还大也一样") {
    const auto outputs = grader::fixture("prompt").outputs;
    for (const int tile : {1, 3, 4, 6, 7, 8, 100}) grade(with("prompt", {{"tile", tile}}), outputs);
}

QUESTION("two tokens after three, other numbers", "三个 token 之后的两个，换一组数") {
    grade("after-three");
    grade(with("after-three", {{"tile", 3}}), grader::fixture("after-three").outputs);
}

QUESTION("one token after eight, in tiles of four: the last has one key",
    "八个 token 之后的一个，每块四个，最后一块只有一个 key") {
    grade("one-query");
}

QUESTION("one token, and later keys that it does not see", "一个 token，后面还有它看不到的 key") {
    grade("one-query-and-keys-behind");
    grade("one-query-and-later-keys");
}

QUESTION("three key heads, each shared by two query heads", "三个 key 头，每个供两个 query 头用") {
    grade("three-groups-of-two");
}

QUESTION("two key heads, each shared by three query heads", "两个 key 头，每个供三个 query 头用") {
    grade("two-groups-of-three");
}

QUESTION("one key head for all, and as many as query heads", "所有头共用一个 key 头，以及 key 头与 query 头一样多") {
    grade("one-key-head");
    grade("as-many-key-heads");
}

QUESTION("tokens, heads, widths and tiles all of four", "token 数、头数、宽度和块的大小都是 4") {
    grade("all-four");
    grade("all-four-of-one");
}

QUESTION("a part of the keys, all of them before the queries", "一部分 key，都在 query 前面") { grade("part-before"); }

QUESTION("a part of the keys that the first queries see in part", "一部分 key，前几个 query 只看得到其中一些") {
    grade("part-across");
    for (const int tile : {4, 6, 100})
        grade(with("part-across", {{"tile", tile}}), grader::fixture("part-across").outputs);
}

QUESTION("a part that the first queries do not see at all: 0 and −∞", "前几个 query 完全看不到的一部分：0 和 −∞") {
    grade("part-from-the-middle");
    for (const int tile : {1, 3, 5, 8}) {
        grade(with("part-from-the-middle", {{"tile", tile}}), grader::fixture("part-from-the-middle").outputs);
    }
    grade("part-of-one");
}

QUESTION("a part that no query sees: 0 and −∞", "谁也看不到的一部分：0 和 −∞") { grade("part-behind"); }

QUESTION("no keys: 0 and −∞", "没有 key：0 和 −∞") {
    const grader::Values none{zeros({4, 4, 3}), Floats({4, 4}, -INFINITY)};
    for (const int at : {0, 5, 12}) grade(with("part-across", {{"first", at}, {"last", at}}), none);
    const auto no_keys = zeros({0, 2, 3});
    grade(with("part-across", {{"key", no_keys}, {"value", no_keys}, {"first", 0}, {"last", 0}}), none);
}

QUESTION("more positions than keys: offset + L is larger than S", "位置比 key 多：offset + L 大于 S") {
    grade("more-positions-than-keys");
    grade("far-behind-the-keys");
}

QUESTION("NaN before first is not read, nor from last on", "first 之前、last 及以后是 NaN：不能读") {
    grade("nan-before");
    grade("nan-before-in-the-tile");
    grade("nan-from-last-on");
}

QUESTION("NaN after the last query is not read", "最后一个 query 后面是 NaN：不能读") {
    // Whoever reads the values alone passes the second.
    grade("nan-behind-the-queries");
    grade("nan-keys-behind-the-queries");
}

QUESTION("a row of NaN that only later queries see leaves the earlier ones as they are",
    "只有后面的 query 看得到的 NaN 行，不影响前面的 query") {
    for (const char* name :
        {"nan-for-later-queries", "nan-keys-for-later-queries", "nan-values-for-later-queries", "nan-for-the-last"}) {
        grade(name);
    }
}

QUESTION("NaN in a value that a query sees is NaN in its result, and in no other key head's",
    "看得到的 value 里有 NaN，结果就是 NaN，但不影响别的 key 头") {
    grade("nan-values-seen");
    // Of key head 0 alone: the other key head's results stay numbers.
    auto call = grader::fixture("after-three").call;
    auto value = std::get<Floats>(call["value"].is);
    value.values[0] = NAN;
    grade(with("after-three", {{"value", value}}),
        computed(std::get<Floats>(call["query"].is), std::get<Floats>(call["key"].is), value, 3));
}

QUESTION("scores up to 7,000 do not overflow", "分数到 ±7000 也不溢出") { grade("large-scores"); }

QUESTION("a later tile with far higher scores, and one with far lower ones", "后面的块分数高得多，或者低得多") {
    const float e = std::exp(1.0f);
    for (const int tile : {1, 2, 3}) {
        grade(of({-200, -200, 200, 200}, {1, 1, 5, 7}, 3, tile), rows({6}, {200 + std::log(2.0f)}));
        grade(of({200, 200, -200, -200}, {5, 7, 1, 1}, 3, tile), rows({6}, {200 + std::log(2.0f)}));
        // Nothing is rounded here: whoever adds a millionth to the sum is that far off.
        grade(of({0, 150, -150, 150, 300}, {9, 9, 9, 9, 4}, 4, tile), rows({4}, {300}), {.rtol = 4e-7, .atol = 0});
        // Neighbours that differ by 1, so that each tile counts.
        grade(of({100, 101, 99, 100}, {1, 2, 3, 4}, 3, tile),
            rows({(1 + 2 * e + 3 / e + 4) / (2 + e + 1 / e)}, {100 + std::log(2 + e + 1 / e)}));
    }
}

QUESTION("all visible keys score far below zero", "看得到的分数全都远小于零") {
    for (const int tile : {1, 2, 4}) {
        grade(of({-200, -200, -200, -200}, {5, 7, 6, 6}, 3, tile), rows({6}, {-200 + std::log(4.0f)}));
    }
}

QUESTION("a hidden key scores far above all visible ones", "被挡住的 key 分数远高于看得到的") {
    for (const float hidden : {200.0f, 2e4f, 2e9f, 2e38f}) {
        for (const int tile : {1, 2, 3}) {
            grade(of({0, 0, hidden}, {1, 3, 5}, 1, tile), rows({2, 5}, {std::log(2.0f), hidden}));
        }
    }
}

QUESTION("a hidden token has no score at all: the visible ones score below any number that could replace −∞",
    "被挡住的 token 没有分数：看得到的分数，比任何用来代替 −∞ 的数都低") {
    for (const float score : {-2e4f, -1e10f, -2e38f}) {
        for (const int tile : {1, 2, 3}) {
            grade(of({score, score}, {1, 100}, 0, tile), rows({1, 50.5f}, {score, score + std::log(2.0f)}));
        }
    }
}

QUESTION("a weight of three ten-millionths, and a value of ten million", "权重只有千万分之三，value 却有一千万") {
    const double weight = std::exp(-15.0);
    const auto output = static_cast<float>((1 + 1e7 * weight) / (1 + weight));
    for (const int tile : {1, 2}) {
        grade(of({0, -15}, {1, 1e7f}, 1, tile), rows({output}, {static_cast<float>(std::log1p(weight))}));
        grade(of({-15, 0}, {1e7f, 1}, 1, tile), rows({output}, {static_cast<float>(std::log1p(weight))}));
    }
}

QUESTION("two queries of one tile whose scores lie far apart", "同一块里，两个 query 的分数相差很远") {
    const Floats query({2, 2, 1}, std::vector<float>{1, -1, -2, 2}), key({3, 1, 1}, std::vector<float>{100, 101, 102});
    const Floats value({3, 1, 1}, std::vector<float>{1, 2, 4});
    for (const int tile : {1, 2, 3, 8}) {
        grade(with("one-query",
                  {{"query", query}, {"key", key}, {"value", value}, {"offset", 2}, {"last", 3}, {"tile", tile}}),
            computed(query, key, value, 2));
    }
}

QUESTION("a share of a hundred-billionth, and a value of a hundred billion", "份额只有千亿分之一，value 却有一千亿") {
    const Floats query({1, 1, 1}, 1.0f);
    for (const auto& [keys, values] :
        {std::pair(std::vector<float>{0, -25}, std::vector<float>{1, 1e11f}), {{-25, 0}, {1e11f, 1}}}) {
        const grader::Call call = of(keys, values, 1, 1);
        grade(call, computed(query, Floats({2, 1, 1}, keys), Floats({2, 1, 1}, values), 1));
    }
}

QUESTION("no queries: a result without rows", "没有 query 就没有行") {
    const auto none = zeros({0, 4, 3}), no_lse = zeros({0, 4});
    for (const int offset : {0, 5, 20}) {
        grade(with("part-across", {{"query", none}, {"offset", offset}}), {none, no_lse});
        grade(with("nan-before", {{"query", none}, {"offset", offset}, {"last", 3}}), {none, no_lse});
    }
}

QUESTION("a tile of 0 keys is refused", "每块 0 个 key 时拒绝") {
    refuses(with("prompt", {{"tile", 0}}));
    refuses(with("prompt", {{"tile", 0}, {"last", 0}}));
    refuses(with("part-behind", {{"tile", 0}}));
}

QUESTION("first after last, and last after S, are refused", "first 大于 last、last 大于 S 时拒绝") {
    for (const int first : {8, 6, 4}) refuses(with("prompt", {{"first", first}, {"last", 3}}));
    for (const int last : {8, 9, 100}) refuses(with("prompt", {{"last", last}}));
    refuses(with("prompt", {{"first", 8}, {"last", 8}}));
    // No query sees them, and still.
    refuses(with("part-behind", {{"last", 10}}));
    refuses(with("part-behind", {{"first", 9}, {"last", 8}}));
}

QUESTION("query heads that the key heads do not divide are refused, and zero key heads",
    "query 头数不能被 key 头数整除、没有 key 头时拒绝") {
    for (const std::size_t heads : {3, 1, 5}) refuses(with("after-three", {{"query", zeros({2, heads, 4})}}));
    refuses(with("after-three", {{"key", zeros({5, 8, 4})}, {"value", zeros({5, 8, 4})}}));
    refuses(with("after-three", {{"key", zeros({5, 0, 4})}, {"value", zeros({5, 0, 4})}}));
}

QUESTION("shapes that do not fit are refused", "形状不匹配时拒绝") {
    for (const std::size_t dim : {1, 3, 8}) {
        refuses(with("after-three", {{"key", zeros({5, 2, dim})}, {"value", zeros({5, 2, dim})}}));
    }
    for (const auto& shape :
        {std::vector<std::size_t>{5, 4, 2}, {5, 1, 4}, {1, 2, 4}, {4, 2, 4}, {6, 2, 4}, {5, 2, 5}, {5, 2, 1}, {5, 8}}) {
        refuses(with("after-three", {{"value", zeros(shape)}}));
    }
    for (const auto& shape : {std::vector<std::size_t>{2, 4}, {8, 4}, {4}, {1, 2, 4, 4}, {2, 4, 4, 1}}) {
        refuses(with("after-three", {{"query", zeros(shape)}}));
    }
    for (const auto& shape : {std::vector<std::size_t>{5, 4}, {5, 8}, {1, 5, 2, 4}, {5, 2, 4, 1}}) {
        refuses(with("after-three", {{"key", zeros(shape)}, {"value", zeros(shape)}}));
    }
}

QUESTION("512 tokens in tiles of 16 need no table of 512 × 512 scores",
    "512 个 token，每块 16 个：不需要 512 × 512 的分数表") {
    const std::size_t L = 512;
    const Floats query = grader::counted({L, 1, 2}, 3321, 2), key = grader::counted({L, 1, 2}, 3322, 2),
                 value = grader::counted({L, 1, 2}, 3323);
    grader::Values outputs = computed(query, key, value, 0);
    outputs.emplace_back("below 0.5 MB");
    grade(with("one-query", {{"query", query}, {"key", key}, {"value", value}, {"offset", 0}, {"last", L}, {"tile", 16},
                                {"compared_memory", 1}}),
        outputs);
}

QUESTION("300 tokens whose scores grow: the largest is replaced again and again",
    "300 个 token，分数越来越大：最大值要一换再换") {
    const std::size_t L = 300, H = 2, D = 4;
    const Floats query = grader::counted({L, H, D}, 3331, 3), value = grader::counted({L, 1, D}, 3333);
    Floats key = grader::counted({L, 1, D}, 3332, 3);
    for (std::size_t j = 0; j < L; ++j) {
        for (std::size_t d = 0; d < D; ++d) key.values[j * D + d] *= 0.25f + static_cast<float>(j) / 100.0f;
    }
    // Scores reach 40, and what float32 rounds in them is a factor in their powers.
    grade(
        with("one-query", {{"query", query}, {"key", key}, {"value", value}, {"offset", 0}, {"last", L}, {"tile", 32}}),
        computed(query, key, value, 0), {.rtol = 3e-5, .atol = 3e-5});
}

QUESTION(
    "one token after 70,000: more keys than 16 bits can count", "70000 个 token 之后的一个：key 多到 16 位数不下") {
    // exp(-1000) is 0, and those that are left are alike, a power of two: no weight and no sum is rounded.
    const std::size_t S = 70'000, count = 4096;
    std::vector<float> keys(S, -1000.0f), values(S, 0.0f);
    std::fill(keys.end() - count, keys.end(), 0.0f);
    values[S - 1] = values[S - count] = 2.0f * count;
    grade(of(keys, values, S - 1, 512), rows({4}, {std::log(static_cast<float>(count))}));
}

QUESTION("Qwen2-0.5B's 14 query heads and 2 key heads: 8 tokens after 60, and NaN after them",
    "Qwen2-0.5B 的 14 个 query 头、2 个 key 头：60 个 token 之后的 8 个，后面是 NaN") {
    grade("qwen2");
}
