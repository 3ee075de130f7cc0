// What chapter 2 of week 3 shows, and what it says of it.

#include <limits>

#include "checks/pages/code/is.hpp"

using namespace tiny_llm;

namespace {

const float infinity = std::numeric_limits<float>::infinity();
const float NaN = std::numeric_limits<float>::quiet_NaN();

/// What differs in wrong answers.
struct Way {
    bool corrects_output = true, corrects_sum = true, keeps = true, averages = false, drops_short = false;
};

struct State {
    double largest = -infinity, sum = 0, weighted = 0;
};

/// The chapter's example: two keys in a tile; the state after each.
std::vector<State> online(std::size_t keys, const Way& way = {}) {
    const double scores[] = {0, std::log(2), std::log(8), std::log(4), 0}, values[] = {15, 0, 30, 15, 5};
    std::vector<State> states;
    State now;
    for (std::size_t begin = 0; begin < keys; begin += 2) {
        const std::size_t end = std::min(begin + 2, keys);
        if (way.drops_short && end - begin < 2) break;
        if (!way.keeps) now = {};
        const double before = now.largest;
        for (std::size_t j = begin; j < end; ++j) now.largest = std::max(now.largest, scores[j]);
        const double c = std::exp(before - now.largest);
        if (way.corrects_sum) now.sum *= c;
        if (way.corrects_output) now.weighted *= c;
        for (std::size_t j = begin; j < end; ++j) {
            now.sum += std::exp(scores[j] - now.largest);
            now.weighted += std::exp(scores[j] - now.largest) * values[j];
        }
        states.push_back(now);
    }
    return states;
}
double result(std::size_t keys, const Way& way = {}) {
    const State last = online(keys, way).back();
    return last.weighted / last.sum;
}

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

TEST_CASE("w3.2: online softmax by hand, right and wrong") {
    const auto states = online(5);
    CHECK(states[0].largest == std::log(2));
    CHECK(states[0].sum == Approx(1.5));
    CHECK(states[0].weighted == Approx(7.5));
    CHECK(states[1].largest == std::log(8));
    CHECK(std::exp(states[0].largest - states[1].largest) == Approx(0.25));
    CHECK(states[1].sum == Approx(15.0 / 8));
    CHECK(states[1].weighted == Approx(315.0 / 8));
    CHECK(states[1].largest + std::log(states[1].sum) == Approx(std::log(15)));
    CHECK(states[2].largest + std::log(states[2].sum) == Approx(std::log(16)));
    CHECK(result(4) == Approx(21));
    CHECK(result(5) == Approx(20));
    CHECK((15 + 0 + 30 + 15) / 4.0 == 15);
    CHECK((15 + 0 + 30 + 15 + 5) / 5.0 == 13);

    CHECK(result(4, {.corrects_output = false}) == Approx(24));
    CHECK(result(5, {.corrects_output = false}) == Approx(22.8125));
    CHECK(result(4, {.corrects_sum = false}) == Approx(13.125));
    CHECK(result(5, {.corrects_sum = false}) == Approx(12.8));
    CHECK(result(4, {.keeps = false}) == Approx(25));
    CHECK(result(5, {.keeps = false}) == Approx(5));
    CHECK((5 + 25) / 2.0 == 15);
    CHECK((5 + 25 + 5) / 3.0 == Approx(11.67).epsilon(0.001));
    CHECK(result(4, {.drops_short = true}) == Approx(21));
    CHECK(result(5, {.drops_short = true}) == Approx(21));
}

TEST_CASE("w3.2: without the running maximum a correction overflows") {
    const float c = std::exp(200.0f - -200.0f);
    CHECK(std::isinf(c));
    CHECK(std::isinf(std::exp(89.0f)));
    CHECK(std::isfinite(std::exp(88.0f)));
    const float z = 1;
    CHECK(std::isnan(c * z * 5 / (c * z + 1)));
}

TEST_CASE("w3.2: a weight of 0 does not keep a row of NaN out") {
    // region hidden
    Tensor weights = {{1, 0}, {0.5f, 0.5f}};
    Tensor values = {{2, 4}, {NaN, NaN}};
    Tensor y = xt::linalg::dot(weights, values);
    // endregion
    for (const float number : y) CHECK(std::isnan(number));
}

TEST_CASE("w3.2: steps of float32 near 10,000") {
    const float next = std::nextafter(10000.0f, infinity);
    CHECK(next - 10000.0f == Approx(0.001).epsilon(0.03));
}

TEST_CASE("w3.2: half of a table, and what a machine sends") {
    CHECK(512 * 512 * 4 / 2 == Approx(500'000).epsilon(0.05));
    CHECK(32768 / 4 == 8192);
}
