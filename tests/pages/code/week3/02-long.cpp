// What chapter 2 of week 3 shows, and what it says of it.

#include <limits>

#include "tests/pages/code/is.hpp"

using namespace tiny_llm;

namespace {

const float infinity = std::numeric_limits<float>::infinity();
const float NaN = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("w3.2: two halves by hand, and all four keys") {
    const double powers[] = {1, 2, 8, 4}, values[] = {15, 0, 30, 15};
    double sums[] = {0, 0}, weighted[] = {0, 0};
    for (int j = 0; j < 4; ++j) sums[j / 2] += powers[j], weighted[j / 2] += powers[j] * values[j];
    CHECK(sums[0] == 3);
    CHECK(sums[1] == 12);
    CHECK(weighted[0] / sums[0] == 5);
    CHECK(weighted[1] / sums[1] == 25);
    CHECK((weighted[0] + weighted[1]) / 15 == 21);
    CHECK((3 * 5 + 12 * 25) / 15.0 == 21);
}

TEST_CASE("w3.2: a thousand keys of score 0 and one of score 7") {
    CHECK(std::log(1000.0) == Approx(6.91).epsilon(0.001));
    CHECK(std::exp(7.0) == Approx(1097).epsilon(0.001));
    CHECK(std::exp(7.0) / (1000 + std::exp(7.0)) == Approx(0.52).epsilon(0.01));
}

TEST_CASE("w3.2: parts without a key") {
    // region none
    Tensor lse_a = {-infinity, 0.5f};
    Tensor lse_b = {-infinity, -infinity};
    Tensor larger = xt::maximum(lse_a, lse_b);
    Tensor of_a = xt::exp(lse_a - larger);
    Tensor of_b = xt::exp(lse_b - larger);
    float nothing = of_b(1) * NaN;
    // endregion
    CHECK(std::isnan(of_a(0)));
    CHECK(std::isnan(of_b(0)));
    CHECK(of_a(1) == 1);
    CHECK(of_b(1) == 0);
    CHECK(std::isnan(nothing));
}

TEST_CASE("w3.2: the bytes of all scores") {
    const auto bytes = [](std::size_t tokens) { return 14 * tokens * tokens * 4; };
    CHECK(bytes(4096) == 939524096);
    CHECK(bytes(32768) == 60129542144);
}
