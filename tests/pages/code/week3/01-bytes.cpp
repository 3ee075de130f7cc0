// What chapter 1 of week 3 shows, and what it says of it.

#include <array>
#include <utility>
#include <vector>

#include "tests/pages/code/is.hpp"

using namespace tiny_llm;

TEST_CASE("w3.1: a row times two rows in blocks, by hand") {
    const std::array<float, 3> x{63.5f, -20, 0.25f};
    const float d = 63.5f / 127, weight_scales[] = {0.25f, 2}, bias[] = {-0.25f, 1};
    const std::array<int, 3> weight[] = {{2, 3, -4}, {0, 1, 10}};
    CHECK(d == 0.5f);
    std::array<int, 3> values{};
    for (std::size_t i = 0; i < 3; ++i) values[i] = static_cast<int>(std::round(x[i] / d));
    CHECK(values == std::array<int, 3>{127, -40, 1});
    const double y[] = {16.25, -30}, exact[] = {16.25, -34};
    for (std::size_t o = 0; o < 2; ++o) {
        int whole = 0;
        double plain = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            whole += values[i] * weight[o][i];
            plain += x[i] * weight[o][i] * weight_scales[o];
        }
        CHECK(whole == (o == 0 ? 130 : -30));
        CHECK(whole * d * weight_scales[o] == y[o]);
        CHECK(plain + bias[o] == exact[o]);
    }
    CHECK(y[0] + bias[0] == 16);
    CHECK(y[1] + bias[1] == -29);
}

TEST_CASE("w3.1: 16 bits hold two products of values, and not 32") {
    // region whole
    std::int16_t sum = 0;
    for (int i = 0; i < 32; ++i) sum += 127 * 127;
    // endregion
    CHECK(sum == -8160);
    CHECK(127 * 127 == 16129);
    CHECK(32 * 127 * 127 == 516128);
}

TEST_CASE("w3.1: the product of two scales is too small for float16") {
    // region scales
    float16 a(0.0005f), b(0.0005f);
    float16 scale = a * b;
    // endregion
    CHECK(static_cast<float>(scale) == 4 * 0x1p-24f);
    CHECK(4 * 0x1p-24f == Approx(2.38e-7).epsilon(0.005));
    CHECK(static_cast<float>(a) * static_cast<float>(b) == Approx(2.5e-7).epsilon(0.001));
    CHECK(0x1p-24f == Approx(6e-8).epsilon(0.01));
}

namespace {

/// The probabilities of tick and tock, for each token that is scored, in its window.
std::vector<std::vector<double>> tick_tock(std::size_t n, std::size_t window, std::size_t stride) {
    std::vector<std::vector<double>> windows;
    for (std::size_t begin = 0, end = 0; end < n; begin += stride) {
        const std::size_t first = std::max(end, begin + 1);
        end = std::min(begin + window, n);
        windows.emplace_back();
        for (std::size_t i = first; i < end; ++i) {
            const auto k = static_cast<double>(i - begin);
            windows.back().push_back(k / (k + 1));
        }
    }
    return windows;
}

/// The perplexity, and how many tokens are scored.
std::pair<double, std::size_t> measured(std::size_t window, std::size_t stride) {
    double sum = 0;
    std::size_t scored = 0;
    for (const auto& probabilities : tick_tock(6, window, stride)) {
        for (const double p : probabilities) sum -= std::log(p), ++scored;
    }
    return {std::exp(sum / static_cast<double>(scored)), scored};
}

}  // namespace

TEST_CASE("w3.1: tick tock in four ways") {
    using Windows = std::vector<std::vector<double>>;
    CHECK(tick_tock(6, 4, 2) == Windows{{1.0 / 2, 2.0 / 3, 3.0 / 4}, {2.0 / 3, 3.0 / 4}});
    CHECK(tick_tock(6, 4, 1) == Windows{{1.0 / 2, 2.0 / 3, 3.0 / 4}, {3.0 / 4}, {3.0 / 4}});
    CHECK(tick_tock(6, 4, 4) == Windows{{1.0 / 2, 2.0 / 3, 3.0 / 4}, {1.0 / 2}});
    const struct {
        std::size_t window, stride, scored;
        double perplexity;
    } rows[] = {{6, 6, 5, 1.4310}, {4, 1, 5, 1.4804}, {4, 2, 5, 1.5157}, {4, 4, 4, 1.6818}};
    for (const auto& row : rows) {
        const auto [perplexity, scored] = measured(row.window, row.stride);
        CHECK(perplexity == Approx(row.perplexity).margin(0.00005));
        CHECK(scored == row.scored);
    }
    CHECK(measured(4, 2).first == Approx(std::pow(8, 0.2)));
}

TEST_CASE("w3.1: windows that are weighed as on Hugging Face's page") {
    const double first = std::log(4) / 3, second = std::log(2) / 2;
    CHECK(first == Approx(0.4621).margin(0.00005));
    CHECK(second == Approx(0.3466).margin(0.00005));
    CHECK(std::exp((3 * first + 2 * second) / 5) == Approx(1.5157).margin(0.00005));
    CHECK(std::exp((3 * first + 1 * second) / 4) == Approx(1.5422).margin(0.00005));
}

TEST_CASE("w3.1: a product of many probabilities is 0, and so is one of a far logit") {
    // region product
    double product = 1;
    for (int i = 0; i < 300; ++i) product *= 0.05;
    // endregion
    CHECK(product == 0);
    CHECK(300 * std::log10(0.05) == Approx(-390).margin(1));
    CHECK(std::exp(-900.0) == 0);
    CHECK(std::isinf(-std::log(std::exp(-900.0))));
}
