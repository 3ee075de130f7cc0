#include "setup.hpp"

#include <limits>

#include "grader/questions.hpp"

using grader::Floats;
using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

/// So many that steps of 4 or 8 columns leave something over.
static void grade_columns(std::size_t m, std::size_t n) {
    const Floats a = grader::counted({m}, m), b = grader::counted({n}, n);
    Floats out({m, n}, 0.0f);
    for (std::size_t i = 0; i < m * n; ++i) out.values[i] = a.values[i / n] * b.values[i % n];
    grade({"", {{"a", a}, {"b", b}}}, {out});
}

QUESTION("three numbers and two, worked by hand in the chapter", "章节里手算的三个数和两个数") { grade("by-hand"); }

QUESTION("negative numbers and zeros", "负数和零") { grade("signs"); }

QUESTION("more rows than columns", "行数大于列数") {
    grade_columns(7, 6);
    grade("tall");
}

QUESTION("more columns than rows", "列数大于行数") {
    grade_columns(2, 22);
    grade("wide");
}

QUESTION("as many rows as columns", "行数等于列数") { grade("square"); }

QUESTION("one row, one column, one element", "只有一行、一列、一个元素") {
    for (const char* name : {"one-row", "one-column", "one-element"}) grade(name);
}

QUESTION("values up to 10,000", "大到 ±10000 的值") { grade("large"); }

QUESTION("values up to 1e30, and infinity", "大到 1e30 的值，以及无穷大") {
    const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    grade({"", {{"a", Floats({3}, std::vector<float>{1e15f, inf, 0})},
                   {"b", Floats({3}, std::vector<float>{2e15f, inf, 0})}}},
        {Floats({3, 3}, std::vector<float>{2e30f, inf, 0, inf, inf, nan, 0, nan, 0})});
}

QUESTION("zero elements give zero rows or zero columns", "零个元素得到零行或零列") {
    for (const auto& shape : {std::vector<std::size_t>{0, 3}, {3, 0}, {0, 1}, {1, 0}, {0, 0}}) {
        grade({"", {{"a", zeros({shape[0]})}, {"b", zeros({shape[1]})}}}, {zeros(shape)});
    }
}

QUESTION("an a or a b without exactly one axis is refused", "a 或 b 不是一维时拒绝") {
    // (3, 1) and (1, 2) would broadcast.
    for (const auto& shape : {std::vector<std::size_t>{}, {3, 1}, {1, 3}, {2, 2}, {0, 3}, {1, 1, 3}}) {
        refuses(with("by-hand", {{"a", zeros(shape)}}));
        refuses(with("by-hand", {{"b", zeros(shape)}}));
    }
    refuses(with("by-hand", {{"a", zeros({3, 1})}, {"b", zeros({1, 2})}}));
}

QUESTION("RoPE's angles: 64 positions, 32 frequencies", "RoPE 的角度：64 个位置，32 个频率") { grade("rope"); }

QUESTION("1024 positions, 32 frequencies", "1024 个位置，32 个频率") {
    const Floats frequencies = std::get<Floats>(grader::fixture("rope").call["b"].is);
    Floats positions({1024}, 0.0f), angles({1024, 32}, 0.0f);
    for (std::size_t i = 0; i < 1024; ++i) {
        positions.values[i] = static_cast<float>(i);
        for (std::size_t j = 0; j < 32; ++j) angles.values[32 * i + j] = positions.values[i] * frequencies.values[j];
    }
    grade({"", {{"a", positions}, {"b", frequencies}}}, {angles});
}

QUESTION("70,000 rows, and 70,000 columns: more than 16 bits can count", "70000 行；70000 列：16 位数不下") {
    const Floats many = grader::counted({70'000}, 7091, 3), one({1}, 2.0f);
    Floats out = many;
    for (float& value : out) value *= 2;
    out.shape = {70'000, 1};
    grade({"", {{"a", many}, {"b", one}}}, {out});
    out.shape = {1, 70'000};
    grade({"", {{"a", one}, {"b", many}}}, {out});
}
