#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

/// The case "two", a table of 5 rows of 4, asked for these tokens.
static grader::Call asked(const std::vector<std::int64_t>& ids) {
    return with("two", {{"ids", grader::Integers({ids.size()}, ids)}});
}

QUESTION("three tokens, with the chapter's table", "章节里的表，三个 token") { grade("by-hand"); }

QUESTION("one token", "一个 token") { grade("one-token"); }

QUESTION("two tokens", "两个 token") { grade("two"); }

QUESTION("every token once, in order: the table itself", "每个 token 依次各一次：得到表本身") { grade("in-order"); }

QUESTION("tokens in descending order", "id 从大到小的 token") { grade("descending"); }

QUESTION("the same token four times: four rows", "同一个 token 出现四次：得到四行") { grade("repeated"); }

QUESTION("as many tokens as rows and columns", "token 数、行数、列数都相等") { grade("square"); }

QUESTION("a table of one column", "只有一列的表") { grade("one-column"); }

QUESTION("a table of one row", "只有一行的表") { grade("one-row"); }

QUESTION("more columns than rows", "列比行多") { grade("wide"); }

QUESTION("more tokens than rows", "token 比表的行多") { grade("many-tokens"); }

QUESTION("no tokens, no rows", "没有 token 就没有行") {
    grade(asked({}), {zeros({0, 4})});
    grade(with("by-hand", {{"ids", grader::Integers({0}, 0)}, {"weight", zeros({0, 2})}}), {zeros({0, 2})});
}

QUESTION("a negative id is refused, wherever it is", "id 为负数时拒绝，不论在哪个位置") {
    for (const auto& ids : {std::vector<std::int64_t>{-1}, {-1, 3}, {3, -1}, {0, -2, 1}}) refuses(asked(ids));
}

QUESTION("an id that is V or more is refused, wherever it is", "id 大于或等于 V 时拒绝，不论在哪个位置") {
    // V = 5, E = 4: the table has 20 numbers.
    for (const auto& ids : {std::vector<std::int64_t>{20}, {6}, {0, 6, 1}, {5}, {5, 3}, {3, 5}}) refuses(asked(ids));
    refuses(with("two", {{"weight", zeros({0, 4})}}));
}

QUESTION("an id that 32 bits cannot hold is refused", "id 超出 32 位时拒绝") {
    // 2^32 + 1 and 2^40 are 1 and 0 in their lowest 32 bits.
    refuses(asked({(std::int64_t{1} << 32) + 1}));
    refuses(asked({std::int64_t{1} << 40}));
    refuses(asked({-(std::int64_t{1} << 32)}));
}

QUESTION("a table without exactly two axes is refused", "表不是二维时拒绝") {
    for (const auto& shape : {std::vector<std::size_t>{}, {5}, {5, 4, 1}, {1, 5, 4}}) {
        refuses(with("two", {{"weight", zeros(shape)}}));
        refuses(with("two", {{"weight", zeros(shape)}, {"ids", grader::Integers({0}, 0)}}));
    }
}

QUESTION("four tokens at Qwen2-0.5B's width", "四个 token，Qwen2-0.5B 的宽度") { grade("qwen2"); }

QUESTION(
    "ids up to the last of Qwen2's 151,936, and 300 tokens", "id 一直到 Qwen2 的 151936 个中的最后一个；300 个 token") {
    const grader::Floats weight = grader::counted({151'936, 2}, 2291);
    const std::vector<std::int64_t> ids = {151'935, 70'000, 65'536, 300, 32'768, 131'072};
    grader::Floats y({ids.size(), 2}, 0.0f);
    for (std::size_t i = 0; i < ids.size(); ++i) std::copy_n(weight.row(static_cast<std::size_t>(ids[i])), 2, y.row(i));
    grade(with("two", {{"ids", grader::Integers({ids.size()}, ids)}, {"weight", weight}}), {y});
    const grader::Floats small = grader::counted({7, 2}, 2292);
    grader::Floats many({300, 2}, 0.0f);
    grader::Integers tokens({300}, 0);
    for (std::size_t i = 0; i < 300; ++i) {
        tokens.values[i] = static_cast<std::int64_t>(i * i % 7);
        std::copy_n(small.row(i * i % 7), 2, many.row(i));
    }
    grade(with("two", {{"ids", tokens}, {"weight", small}}), {many});
}
