#include "grader/closeness.hpp"

#include <cmath>
#include <limits>

#include "grader/catch.hpp"
#include "row.hpp"

using namespace grader;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("equal values are close, zeros of either sign too") {
    CHECK(compare(row({1.0f, -0.0f, infinity}), row({1.0f, 0.0f, infinity}), {}).wrong.empty());
}

TEST_CASE("the tolerance is absolute plus relative to the expected value") {
    const Floats expected = row({100.0f});
    CHECK(compare(row({100.5f}), expected, {.rtol = 0.004, .atol = 0.11}).wrong.empty());
    CHECK(compare(row({100.5f}), expected, {.rtol = 0.004, .atol = 0.09}).wrong.size() == 1);
}

TEST_CASE("a large expected value does not excuse another one") {
    CHECK(compare(row({1e6f, 0.1f}), row({1e6f, 0.0f}), {}).wrong == std::vector<std::size_t>{1});
}

TEST_CASE("NaN never passes for a number, nor a number for NaN") {
    CHECK(compare(row({a_nan}), row({0.0f}), {}).wrong.size() == 1);
    CHECK(compare(row({a_nan}), row({0.0f}), {}).not_finite.size() == 1);
    CHECK(compare(row({0.0f}), row({a_nan}), {}).wrong.size() == 1);
    CHECK(compare(row({infinity}), row({3e38f}), {.rtol = 1, .atol = 1}).wrong.size() == 1);
    CHECK(compare(row({infinity}), row({-infinity}), {}).wrong.size() == 1);
}

TEST_CASE("the worst element is the one furthest beyond what is allowed for it") {
    const auto d = compare(row({1000.1f, 1.01f, 2.0f}), row({1000.0f, 1.0f, 2.0f}), {});
    CHECK(d.wrong == std::vector<std::size_t>{0, 1});
    CHECK(d.worst == 1);
    CHECK(compare(row({1e9f, a_nan}), row({0.0f, 0.0f}), {}).worst == 1);
}

TEST_CASE("arrays are close only in one shape, with the same rank") {
    CHECK(close(Floats({2, 3}, 0.0f), Floats({2, 3}, 0.0f), {}));
    CHECK_FALSE(close(Floats({2, 3}, 0.0f), Floats({2, 3, 1}, 0.0f), {}));
    CHECK_FALSE(close(Floats({0, 3}, 0.0f), Floats({0, 4}, 0.0f), {}));
}

TEST_CASE("whole numbers and text are exact, one number is as close as an array's") {
    CHECK(close(Integers({2}, {7, 8}), Integers({2}, {7, 8}), {}));
    CHECK_FALSE(close(Integers({2}, {7, 8}), Integers({2}, {7, 9}), {.rtol = 1, .atol = 1}));
    CHECK_FALSE(close(Integers({2}, {7, 8}), Integers({1, 2}, {7, 8}), {}));
    CHECK_FALSE(close(Integers({1}, std::int64_t{7}), Floats({1}, 7.0f), {}));
    CHECK(close("half \xE4\xBD", "half \xE4\xBD", {}));
    CHECK_FALSE(close("a", "a ", {}));
    CHECK(close(1.0 + 1e-6, 1.0, {}));
    CHECK_FALSE(close(1.001, 1.0, {}));
    CHECK(close(std::nan(""), std::nan(""), {}));
    CHECK_FALSE(close(3, 4, {}));
    CHECK_FALSE(close(3, 3.0, {}));
}

TEST_CASE("several values are close when each is, and there are as many") {
    const Values two{Floats({1}, 1.0f), "text"};
    CHECK(close(two, Values{Floats({1}, 1.0f), "text"}, {}));
    CHECK_FALSE(close(two, Values{Floats({1}, 1.0f)}, {}));
    CHECK_FALSE(close(two, Values{Floats({1}, 1.0f), "other"}, {}));
}

TEST_CASE("draws are held against a distribution") {
    const Floats chances({3}, {0.5f, 0.5f, 0.0f});
    std::vector<std::int64_t> fair, loaded;
    for (int i = 0; i < 1000; ++i) {
        fair.push_back(i % 2);
        loaded.push_back(i % 3 == 0);
    }
    CHECK(misfit(Integers({1000}, fair), chances).number < 0);
    CHECK(misfit(Integers({1000}, loaded), chances).number == 0);
    CHECK(misfit(Integers({1000}, loaded), chances).times == 666);
    fair[17] = 2;  // once is too often for what cannot happen
    CHECK(misfit(Integers({1000}, fair), chances).number == 2);
    fair[17] = 3;  // there is no such number
    CHECK(misfit(Integers({1000}, fair), chances).number == 3);
}

TEST_CASE("low precision is judged by one unit in the last place") {
    const Tolerance bfloat16{.bits = 8};
    CHECK(compare(row({1.0078125f}), row({1.0f}), bfloat16).wrong.empty());
    CHECK(compare(row({1.015625f}), row({1.0f}), bfloat16).wrong.size() == 1);
    CHECK(compare(row({256.0f}), row({258.0f}), bfloat16).wrong.empty());
    const Tolerance float16{.bits = 11};
    CHECK(compare(row({1.0009765625f}), row({1.0f}), float16).wrong.empty());
    CHECK(compare(row({1.0078125f}), row({1.0f}), float16).wrong.size() == 1);
    CHECK(compare(row({0x1p-24f}), row({0.0f}), float16).wrong.empty());
}

TEST_CASE("where few elements may be off at all, many small errors are too many") {
    const Floats expected({100}, 1.0f);
    Floats yours = expected;
    yours.values[3] = 1.0078125f;
    CHECK(compare(yours, expected, {.bits = 8, .most_off = 0.01}).wrong.empty());
    yours.values[4] = 1.0078125f;
    CHECK(compare(yours, expected, {.bits = 8, .most_off = 0.01}).wrong.size() == 2);
    CHECK(compare(yours, expected, {.bits = 8}).wrong.empty());
}

TEST_CASE("bfloat16 and float16 round to nearest, ties to even, and keep NaN and infinity") {
    const auto bfloat16 = [](float value) { return rounded(value, bfloat16_bits); };
    CHECK(bfloat16(1.00390625f) == 1.0f);
    CHECK(bfloat16(1.01171875f) == 1.015625f);
    CHECK(bfloat16(1.00390637f) == 1.0078125f);
    CHECK(bfloat16(-3.0f) == -3.0f);
    CHECK(std::isnan(bfloat16(a_nan)));
    CHECK(bfloat16(infinity) == infinity);
    CHECK(bfloat16(3.4e38f) == infinity);
    const auto float16 = [](float value) { return rounded(value, float16_bits); };
    CHECK(float16(1.00048828125f) == 1.0f);
    CHECK(float16(1.0005f) == 1.0009765625f);
    CHECK(float16(0x1p-25f) == 0.0f);
    CHECK(float16(0x1.8p-24f) == 0x1p-23f);
    CHECK(float16(65519.0f) == 65504.0f);
    CHECK(float16(-65520.0f) == -infinity);
}
