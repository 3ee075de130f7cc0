#include "setup.hpp"

#include <algorithm>
#include <limits>

#include "grader/questions.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

static grader::Call asked(std::int64_t queries, std::int64_t keys) {
    return with("by-hand", {{"queries", queries}, {"keys", keys}});
}

static grader::Floats mask_of(std::size_t queries, std::size_t keys) {
    grader::Floats mask({queries, keys}, 0.0f);
    for (std::size_t i = 0; i < queries; ++i) {
        std::fill(mask.row(i) + i + 1 + keys - queries, mask.row(i) + keys, -std::numeric_limits<float>::infinity());
    }
    return mask;
}

QUESTION("two queries and three keys, as in the chapter", "章节里的两个 query、三个 key") { grade("by-hand"); }

QUESTION("two queries, four keys: the last query sees all", "两个 query、四个 key：最后一个 query 全看得到") {
    grade("two-more-keys");
}

QUESTION("one key more than queries", "key 比 query 多一个") { grade("one-more-key"); }

QUESTION("one token sees itself", "单独一个 token 看得到自己") { grade("one-token"); }

QUESTION("one query sees all keys", "单独一个 query 看得到所有 key") { grade("one-query"); }

QUESTION("two tokens", "两个 token") { grade("two"); }

QUESTION("three tokens", "三个 token") { grade("three"); }

QUESTION("many more keys than queries", "key 比 query 多很多") { grade("many-more-keys"); }

QUESTION("seven tokens", "七个 token") { grade("square"); }

QUESTION("no queries, no rows", "没有 query 就没有行") {
    grade(asked(0, 3), {zeros({0, 3})});
    auto none = asked(0, 0);
    none.set("queries before", std::int64_t{0});
    none.set("keys before", std::int64_t{3});
    grade(none, {zeros({0, 0})});
}

QUESTION("fewer keys than queries is refused", "key 比 query 少时拒绝") {
    refuses(asked(3, 2));
    refuses(asked(5, 1));
    refuses(asked(1, 0));
}

QUESTION("16 tokens after 32 that are known", "已知 32 个 token 之后的 16 个") { grade("chunk"); }

QUESTION("70,000 keys, and 300 queries", "70000 个 key；300 个 query") {
    for (const auto& [queries, keys] : {std::pair<std::size_t, std::size_t>{2, 70'000}, {300, 300}, {300, 301}}) {
        grade(asked(static_cast<std::int64_t>(queries), static_cast<std::int64_t>(keys)), {mask_of(queries, keys)});
    }
}

QUESTION("after another mask with as many keys, queries or numbers", "先要过一个掩码，它的 key、query 或者数值同样多") {
    const auto after = [](std::int64_t queries, std::int64_t keys, std::int64_t queries_before,
                           std::int64_t keys_before) {
        auto call = asked(queries, keys);
        call.set("queries before", queries_before);
        call.set("keys before", keys_before);
        grade(call, {mask_of(static_cast<std::size_t>(queries), static_cast<std::size_t>(keys))});
    };
    after(3, 11, 8, 11);
    after(10, 13, 2, 13);
    after(6, 15, 6, 19);
    after(6, 18, 6, 14);
    after(4, 9, 6, 6);
    after(3, 16, 4, 12);
}
