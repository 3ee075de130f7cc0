// What chapter 1 shows, and what it says of it.

#include "checks/pages/code/is.hpp"

using namespace tiny_llm;

TEST_CASE("1: an exponential of float overflows at 88.7228, also beside a double") {
    const Tensor x = {-88.72f, -88.73f};
    const auto e = xt::exp(-x);
    STATIC_REQUIRE(std::is_same_v<decltype(1.0f + e)::value_type, float>);
    STATIC_REQUIRE(std::is_same_v<decltype(1.0 + e)::value_type, double>);
    CHECK(std::isfinite((1.0 + e)(0)));
    CHECK(std::isinf((1.0 + e)(1)));
}

TEST_CASE("1: xt::where selects; a product with 0 keeps NaN") {
    const Tensor x = {90}, nan = {std::nanf("")};
    const Tensor selected = xt::where(x < 0.0f, nan, x);
    const Tensor added = (x < 0.0f) * nan + (x >= 0.0f) * x;
    CHECK(selected(0) == 90);
    CHECK(std::isnan(added(0)));
}
