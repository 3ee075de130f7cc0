// What chapter 5 shows, and what it says of it.

#include <bit>
#include <cstdint>
#include <limits>

#include "checks/pages/code/is.hpp"
#include "tiny_llm/fast_exp.hpp"
#include "tiny_llm/lanes.hpp"

using namespace tiny_llm;

namespace {

std::vector<float> numbers(std::size_t count) {
    std::vector<float> x(count);
    for (std::size_t i = 0; i < count; ++i) x[i] = static_cast<float>(i % 13) - 6.0f;
    return x;
}

float sum_of_squares(const float* x, std::size_t dim) {
    // region sums
    float sums[64] = {};
    std::size_t i = 0;
    for (; i + 64 <= dim; i += 64) {
        for (std::size_t lane = 0; lane < 64; ++lane) {
            sums[lane] += x[i + lane] * x[i + lane];
        }
    }
    float sum = total(sums);
    for (; i < dim; ++i) sum += x[i] * x[i];
    // endregion
    return sum;
}

}  // namespace

TEST_CASE("5: the result of a sum depends on its order") {
    volatile float big = 16777216.0f, one = 1.0f;
    CHECK((big + one) + one == 16777216.0f);
    CHECK(big + (one + one) == 16777218.0f);
}

TEST_CASE("5: 64 sums, and what is left after the last full 64") {
    for (const std::size_t dim : {0, 1, 63, 64, 65, 896, 897}) {
        const std::vector<float> x = numbers(dim);
        double expected = 0;
        for (const float value : x) expected += static_cast<double>(value) * value;
        CHECK(sum_of_squares(x.data(), dim) == Approx(expected));
    }
}

TEST_CASE("5: four outputs at a time share what is loaded of x") {
    const std::size_t in = 48;
    const std::vector<float> x = numbers(in), weight = numbers(4 * in);
    const float* rows = weight.data();
    // region four
    float sums[4][16] = {};
    for (std::size_t i = 0; i + 16 <= in; i += 16) {
        for (std::size_t lane = 0; lane < 16; ++lane) {
            for (std::size_t r = 0; r < 4; ++r) {
                sums[r][lane] +=
                    x[i + lane] * rows[r * in + i + lane];
            }
        }
    }
    // endregion
    for (std::size_t r = 0; r < 4; ++r) {
        double expected = 0;
        for (std::size_t i = 0; i < in; ++i) expected += static_cast<double>(x[i]) * rows[r * in + i];
        CHECK(total(sums[r]) == Approx(expected));
    }
}

TEST_CASE("5: a row is written from the first border of a cache line on, and the next one is asked for") {
    const std::size_t dim = 100;
    const float scale = 0.5f;
    const std::vector<float> two_rows = numbers(2 * dim), weight = numbers(dim);
    std::vector<float> written(dim + 1);
    const float* x = two_rows.data();
    float* out = written.data() + 1;
    // region ahead
    std::size_t i = 0;
    const std::size_t border = until_line(out, dim);
    for (; i < border; ++i) out[i] = x[i] * scale * weight[i];
    for (; i + 16 <= dim; i += 16) {
        __builtin_prefetch(x + i + dim);
        for (std::size_t k = i; k < i + 16; ++k) {
            out[k] = x[k] * scale * weight[k];
        }
    }
    for (; i < dim; ++i) out[i] = x[i] * scale * weight[i];
    // endregion
    for (std::size_t k = 0; k < dim; ++k) CHECK(out[k] == x[k] * scale * weight[k]);
}

TEST_CASE("5: exp(-5) by hand") {
    const float x = -5.0f;
    // region round
    const float shifted = x * 1.44269504f + 0x1.8p23f;
    const float n = shifted - 0x1.8p23f;
    // endregion
    CHECK(n == -7.0f);
    CHECK(std::bit_cast<std::uint32_t>(shifted) == 0x4B3FFFF9);
    const double r = -5 + 7 * 0.69314718056;
    CHECK(r == Approx(-0.147970).margin(5e-7));
    double term = 1, sum = 1;
    std::vector<double> sums;
    for (int k = 1; k <= 4; ++k) sums.push_back(sum += term *= r / k);
    const double shown[] = {0.852030, 0.862978, 0.862438, 0.862458};
    for (int k = 0; k < 4; ++k) CHECK(sums[k] == Approx(shown[k]).margin(6e-7));
    CHECK(std::bit_cast<float>(0x3F5CCA0Cu) == Approx(0.862458).margin(6e-7));
    CHECK(0x3F5CCA0C - 0x03800000 == 0x3BDCCA0C);
    CHECK(std::bit_cast<float>(0x3BDCCA0Cu) == Approx(0.00673795).margin(6e-9));
    CHECK(fast_exp(-5.0f) == Approx(0.00673795).margin(6e-9));
}
