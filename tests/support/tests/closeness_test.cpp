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
