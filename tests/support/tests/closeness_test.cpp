#include "support/closeness.hpp"

#include <cmath>
#include <limits>

#include "support/catch.hpp"

using grader::compare;
using grader::Tensor;

namespace {

constexpr float a_nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("equal values are close, zeros of either sign too") {
    CHECK(compare(Tensor{1.0f, -0.0f, infinity}, Tensor{1.0f, 0.0f, infinity}, {}).wrong.empty());
}

TEST_CASE("the tolerance is absolute plus relative to the expected value") {
    const Tensor expected{100.0f};
    CHECK(compare(Tensor{100.5f}, expected, {.rtol = 0.004, .atol = 0.11}).wrong.empty());
    CHECK(compare(Tensor{100.5f}, expected, {.rtol = 0.004, .atol = 0.09}).wrong.size() == 1);
}

TEST_CASE("a large expected value does not excuse another one") {
    CHECK(compare(Tensor{1e6f, 0.1f}, Tensor{1e6f, 0.0f}, {}).wrong == std::vector<std::size_t>{1});
}

TEST_CASE("NaN never passes for a number, nor a number for NaN") {
    CHECK(compare(Tensor{a_nan}, Tensor{0.0f}, {}).wrong.size() == 1);
    CHECK(compare(Tensor{a_nan}, Tensor{0.0f}, {}).not_finite.size() == 1);
    CHECK(compare(Tensor{0.0f}, Tensor{a_nan}, {}).wrong.size() == 1);
    CHECK(compare(Tensor{infinity}, Tensor{3e38f}, {.rtol = 1, .atol = 1}).wrong.size() == 1);
    CHECK(compare(Tensor{infinity}, Tensor{-infinity}, {}).wrong.size() == 1);
}

TEST_CASE("the worst element is the one furthest beyond what is allowed for it") {
    const auto d = compare(Tensor{1000.1f, 1.01f, 2.0f}, Tensor{1000.0f, 1.0f, 2.0f}, {});
    CHECK(d.wrong == std::vector<std::size_t>{0, 1});
    CHECK(d.worst == 1);
    CHECK(compare(Tensor{1e9f, a_nan}, Tensor{0.0f, 0.0f}, {}).worst == 1);
}

TEST_CASE("shapes are the same only with the same rank") {
    CHECK(grader::same_shape(xt::zeros<float>({2, 3}), xt::zeros<float>({2, 3})));
    CHECK_FALSE(grader::same_shape(xt::zeros<float>({2, 3}), xt::zeros<float>({2, 3, 1})));
    CHECK_FALSE(grader::same_shape(xt::zeros<float>({0, 3}), xt::zeros<float>({0, 4})));
}

TEST_CASE("identical means to the bit") {
    CHECK(grader::identical(Tensor{a_nan}, Tensor{a_nan}));
    CHECK_FALSE(grader::identical(Tensor{0.0f}, Tensor{-0.0f}));
}

TEST_CASE("low precision is judged by one unit in the last place") {
    const grader::Tolerance bfloat16{.bits = 8};
    CHECK(compare(Tensor{1.0078125f}, Tensor{1.0f}, bfloat16).wrong.empty());
    CHECK(compare(Tensor{1.015625f}, Tensor{1.0f}, bfloat16).wrong.size() == 1);
    CHECK(compare(Tensor{256.0f}, Tensor{258.0f}, bfloat16).wrong.empty());
    const grader::Tolerance float16{.bits = 11};
    CHECK(compare(Tensor{1.0009765625f}, Tensor{1.0f}, float16).wrong.empty());
    CHECK(compare(Tensor{1.0078125f}, Tensor{1.0f}, float16).wrong.size() == 1);
    CHECK(compare(Tensor{0x1p-24f}, Tensor{0.0f}, float16).wrong.empty());
}

TEST_CASE("where few elements may be off at all, many small errors are too many") {
    const Tensor expected = xt::ones<float>({100});
    Tensor yours = expected;
    yours(3) = 1.0078125f;
    CHECK(compare(yours, expected, {.bits = 8, .most_off = 0.01}).wrong.empty());
    yours(4) = 1.0078125f;
    CHECK(compare(yours, expected, {.bits = 8, .most_off = 0.01}).wrong.size() == 2);
    CHECK(compare(yours, expected, {.bits = 8}).wrong.empty());
}

TEST_CASE("bfloat16 rounds to nearest, ties to even, and keeps NaN and infinity") {
    using tiny_llm::bfloat16;
    CHECK(float(bfloat16(1.00390625f)) == 1.0f);
    CHECK(float(bfloat16(1.01171875f)) == 1.015625f);
    CHECK(float(bfloat16(1.00390637f)) == 1.0078125f);
    CHECK(float(bfloat16(-3.0f)) == -3.0f);
    CHECK(std::isnan(float(bfloat16(a_nan))));
    CHECK(float(bfloat16(infinity)) == infinity);
    CHECK(float(bfloat16(3.4e38f)) == infinity);
}
