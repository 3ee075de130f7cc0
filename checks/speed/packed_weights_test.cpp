#include "bench/week1/05-speed/packed_weights.hpp"

#include <cmath>
#include <limits>

#include "grader/catch.hpp"
#include "grader/uniform.hpp"

using namespace tiny_llm;

namespace {

Tensor numbers(const std::vector<std::size_t>& shape, std::uint32_t seed) {
    Tensor result = xt::empty<float>(shape);
    for (std::size_t i = 0; i < result.size(); ++i) {
        result.data()[i] = grader::uniform(seed, static_cast<std::uint32_t>(i));
    }
    return result;
}

void compare(const Tensor& x, const Tensor& weight, const Tensor& y) {
    const std::size_t in = weight.shape(1), outs = weight.shape(0);
    for (std::size_t i = 0; i < y.size(); ++i) {
        const std::size_t row = i / outs, o = i % outs;
        double sum = 0, sizes = 0;
        for (std::size_t k = 0; k < in; ++k) {
            const double product = double(x.data()[row * in + k]) * weight(o, k);
            sum += product;
            sizes += std::abs(product);
        }
        INFO("row " << row << ", output " << o);
        REQUIRE(std::abs(y.data()[i] - sum) <= 1e-6 * sizes + 1e-12);
    }
}

}  // namespace

TEST_CASE("packed weights give the product for any number of rows, inputs and outputs") {
    for (const std::size_t outs : {1, 23, 47, 48, 49, 96, 100}) {
        for (const std::size_t in : {1, 2, 15, 16, 17, 70}) {
            const Tensor weight = numbers({outs, in}, 1);
            const bench::PackedWeights packed(weight);
            Tensor y;  // of whatever shape the last product had
            for (const std::size_t rows : {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 255, 256, 257, 300}) {
                INFO(rows << " rows, " << in << " inputs, " << outs << " outputs");
                const Tensor x = numbers({rows, in}, 2);
                packed(x, y);
                REQUIRE(y.dimension() == 2);
                REQUIRE(y.shape(0) == rows);
                REQUIRE(y.shape(1) == outs);
                compare(x, weight, y);
            }
        }
    }
}

TEST_CASE("packed weights take leading axes, large and tiny numbers, NaN, and nothing") {
    const Tensor weight = numbers({50, 33}, 3);
    const bench::PackedWeights packed(weight);
    Tensor y = xt::ones<float>({2, 2});

    packed(numbers({33}, 4), y);
    CHECK(y.dimension() == 1);
    packed(numbers({2, 3, 33}, 4), y);
    CHECK(y.dimension() == 3);
    CHECK(y.shape(2) == 50);

    for (const float scale : {1e30f, 1e-30f}) {
        const Tensor x = scale * numbers({9, 33}, 5);
        packed(x, y);
        compare(x, weight, y);
    }

    Tensor x = numbers({9, 33}, 6);
    x(4, 20) = std::numeric_limits<float>::quiet_NaN();
    packed(x, y);
    for (std::size_t row = 0; row < 9; ++row) {
        for (std::size_t o = 0; o < 50; ++o) REQUIRE(std::isnan(y(row, o)) == (row == 4));
    }

    const bench::PackedWeights empty(Tensor(xt::zeros<float>({3, 0})));
    y = xt::ones<float>({2, 2});
    empty(Tensor(xt::zeros<float>({2, 0})), y);
    REQUIRE(y.size() == 6);  // sums of nothing
    for (const float sum : y) CHECK(sum == 0.0f);
    CHECK_THROWS_AS(packed(numbers({2, 32}, 7), y), std::invalid_argument);
}
