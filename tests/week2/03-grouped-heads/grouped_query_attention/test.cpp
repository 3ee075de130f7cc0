#include "setup.hpp"

#include "grader/questions.hpp"

using grader::Floats;
using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

QUESTION("four heads over two, worked by hand in the chapter", "章节里手算的四个 query 头、两个 key 头") {
    grade("by-hand");
}

QUESTION("a prompt: nothing before it", "提示词：前面什么都没有") { grade("prompt"); }

QUESTION("two tokens after three", "三个 token 之后的两个") { grade("after-three"); }

QUESTION("one token after four", "四个 token 之后的一个") { grade("one-query"); }

QUESTION("the very first token sees itself alone", "最开头的 token 只看得到自己") { grade("first-token"); }

QUESTION("three heads of keys, two queries' heads each", "三个 key 头，每个供两个 query 头用") {
    grade("three-groups-of-two");
}

QUESTION("two heads of keys, three queries' heads each", "两个 key 头，每个供三个 query 头用") {
    grade("two-groups-of-three");
}

QUESTION("one head of keys for all", "所有头共用一个 key 头") { grade("one-key-head"); }

QUESTION("as many heads of keys as of queries", "key 头与 query 头一样多") { grade("as-many-key-heads"); }

QUESTION("tokens, heads and widths all of four", "token 数、头数和宽度都是 4") {
    grade("four-groups-of-one");
    grade("all-four");
}

QUESTION("other numbers behind the last key that is seen", "最后一个看得到的 key 后面还有别的数") {
    grade("numbers-behind");
}

QUESTION("NaN behind the last key that is seen: not read", "最后一个看得到的 key 后面是 NaN：不能读") {
    // Whoever reads the values alone passes the first.
    grade("no-keys-known-behind");
    grade("nothing-known-behind");
}

QUESTION("a cache much larger than the text", "缓存比文字大得多") {
    grade("prompt-in-a-large-cache");
    grade("one-query-in-a-large-cache");
}

QUESTION("scores to 7,000 do not overflow", "分数到 ±7000 也不溢出") { grade("large-scores"); }

QUESTION("all that is seen scores far below zero", "看得到的分数全都远小于零") {
    // Equal keys: the mean of the values.
    grade(with("one-query", {{"query", Floats({1, 2, 1}, {-100, -200})},
                             {"key", Floats({2, 1, 1}, {2, 2})},
                             {"value", Floats({2, 1, 1}, {5, 7})},
                             {"offset", 1}}),
          {Floats({1, 2, 1}, {6, 6})});
}

QUESTION("the same cache, some tokens later", "同一个缓存，过了几个 token 之后") {
    for (const int offset : {0, 2, 4}) {
        grade(with("one-query", {{"query", Floats({1, 1, 1}, {1})},
                                 {"key", zeros({6, 1, 1})},
                                 {"value", Floats({6, 1, 1}, {1, 2, 3, 4, 5, 6})},
                                 {"offset", offset}}),
              {Floats({1, 1, 1}, {1 + offset / 2.0f})});
    }
}

QUESTION("no queries, no rows", "没有 query 就没有行") {
    const auto none = zeros({0, 4, 4});
    for (const int offset : {0, 3, 5}) grade(with("after-three", {{"query", none}, {"offset", offset}}), {none});
    grade(with("nothing-known-behind", {{"query", none}}), {none});
    grade(with("after-three", {{"query", none}, {"key", zeros({0, 2, 4})}, {"value", zeros({0, 2, 4})}, {"offset", 0}}),
          {none});
}

QUESTION("heads of queries that the heads of keys do not divide are refused", "query 头数不能被 key 头数整除时拒绝") {
    for (const std::size_t heads : {3, 1, 5}) refuses(with("after-three", {{"query", zeros({2, heads, 4})}}));
    // Fewer of queries than of keys, the two exchanged.
    refuses(with("after-three", {{"key", zeros({5, 8, 4})}, {"value", zeros({5, 8, 4})}}));
}

QUESTION("no heads of keys are refused", "没有 key 头时拒绝") {
    refuses(with("after-three", {{"key", zeros({5, 0, 4})}, {"value", zeros({5, 0, 4})}}));
}

QUESTION("query and key of different widths are refused", "query 与 key 的宽度不同时拒绝") {
    for (const std::size_t dim : {1, 2, 3, 5, 8}) {
        refuses(with("after-three", {{"key", zeros({5, 2, dim})}, {"value", zeros({5, 2, dim})}}));
    }
    refuses(with("after-three", {{"query", zeros({2, 4, 1})}}));
}

QUESTION("values of another shape than the keys are refused", "value 与 key 形状不同时拒绝") {
    // (5, 4, 2) has as many elements, (5, 1, 4) and (1, 2, 4) would broadcast, (6, 2, 4) and (5, 2, 5) have more than is needed.
    for (const auto& shape : {std::vector<std::size_t>{5, 4, 2},
                              {5, 1, 4},
                              {1, 2, 4},
                              {4, 2, 4},
                              {6, 2, 4},
                              {5, 2, 5},
                              {5, 2, 3},
                              {5, 4, 4},
                              {5, 8},
                              {5, 2, 4, 1}}) {
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

QUESTION("other than three axes are refused", "不是三个轴时拒绝") {
    for (const auto& shape : {std::vector<std::size_t>{2, 4}, {8, 4}, {4}, {}, {1, 2, 4, 4}, {2, 4, 4, 1}}) {
        refuses(with("after-three", {{"query", zeros(shape)}}));
    }
    for (const auto& shape : {std::vector<std::size_t>{5, 4}, {5, 8}, {4}, {1, 5, 2, 4}, {5, 2, 4, 1}}) {
        refuses(with("after-three", {{"key", zeros(shape)}}));
        refuses(with("after-three", {{"key", zeros(shape)}, {"value", zeros(shape)}}));
    }
}

QUESTION("Qwen2-0.5B's 14 heads over 2: 4 tokens after 20",
         "Qwen2-0.5B 的 14 个 query 头、2 个 key 头：20 个 token 之后的 4 个") {
    grade("qwen2");
}
