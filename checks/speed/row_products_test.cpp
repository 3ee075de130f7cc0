#include "model/row_products.hpp"

#include <limits>

#include "stored_matrix.hpp"

using namespace tiny_llm;

namespace {

constexpr float unwritten = -12345.0f;

template <class T>
void compare(DType dtype, std::size_t out, std::size_t in) {
    INFO(out << " x " << in);
    const Matrix<T> matrix(dtype, out, in);
    const std::vector<float> x = row_of_x(0, in);
    std::vector<float> y(out + 1, unwritten);
    row_products(x.data(), matrix.tensor, y.data());
    require_products(x, matrix, y.data());
    REQUIRE(y[out] == unwritten);
}

}  // namespace

TEST_CASE("row_products gives the product for any number of inputs and outputs, of each dtype") {
    for (const std::size_t out : {0, 1, 7, 8, 9, 63, 64, 65, 130}) {
        for (const std::size_t in : {0, 1, 2, 7, 8, 15, 16, 17, 31, 33, 70, 129}) {
            compare<float>(DType::float32, out, in);
            compare<float16>(DType::float16, out, in);
            compare<bfloat16>(DType::bfloat16, out, in);
        }
    }
}

TEST_CASE("row_products gives the product of matrices that all cores share") {
    for (const std::size_t in : {511, 512, 520, 4097}) {
        const std::size_t out = (std::size_t{1} << 19) / in + 70;
        compare<float>(DType::float32, out, in);
        compare<bfloat16>(DType::bfloat16, out, in);
    }
}

TEST_CASE("row_products keeps infinities and NaN to their rows") {
    Matrix<bfloat16> matrix(DType::bfloat16, 20, 40);
    matrix.set(3 * 40 + 5, std::numeric_limits<float>::infinity());
    matrix.set(17 * 40 + 39, std::numeric_limits<float>::quiet_NaN());
    const std::vector<float> x(40, 0.5f);
    std::vector<float> y(20);
    row_products(x.data(), matrix.tensor, y.data());
    for (std::size_t o = 0; o < y.size(); ++o) {
        INFO("output " << o);
        CHECK(std::isnan(y[o]) == (o == 17));
        CHECK(std::isinf(y[o]) == (o == 3));
    }
}
