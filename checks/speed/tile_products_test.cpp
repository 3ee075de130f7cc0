#include "model/tile_products.hpp"

#include <algorithm>
#include <limits>

#include "stored_matrix.hpp"

using namespace tiny_llm;

namespace {

constexpr float unwritten = -12345.0f;

template <class T>
void compare(DType dtype, std::size_t rows, std::size_t out, std::size_t in) {
    INFO(rows << " rows, " << out << " x " << in);
    const Matrix<T> matrix(dtype, out, in);
    std::vector<float> x, y(rows * out + 1, unwritten);
    for (std::size_t r = 0; r < rows; ++r) {
        const std::vector<float> row = row_of_x(r, in);
        x.insert(x.end(), row.begin(), row.end());
    }
    tile_products(x.data(), rows, matrix.tensor, y.data());
    for (std::size_t r = 0; r < rows; ++r) {
        INFO("row " << r);
        require_products(row_of_x(r, in), matrix, y.data() + r * out);
    }
    REQUIRE(y[rows * out] == unwritten);
}

}  // namespace

TEST_CASE("tile_products gives the products for any number of rows, inputs and outputs, of each dtype") {
    for (const std::size_t rows : {0, 1, 3, 4, 5, 8, 35}) {
        for (const std::size_t out : {0, 1, 3, 4, 33, 66}) {
            for (const std::size_t in : {0, 1, 7, 8, 16, 31, 32, 33, 70, 129}) {
                compare<float>(DType::float32, rows, out, in);
                compare<float16>(DType::float16, rows, out, in);
                compare<bfloat16>(DType::bfloat16, rows, out, in);
            }
        }
    }
}

TEST_CASE("tile_products gives the products of matrices that all cores share") {
    for (const std::size_t in : {520, 4097}) {
        const std::size_t out = (std::size_t{1} << 19) / in / 3 + 70;
        compare<float>(DType::float32, 6, out, in);
        compare<bfloat16>(DType::bfloat16, 6, out, in);
    }
}

TEST_CASE("tile_products keeps infinities and NaN of weights and of rows to where they belong") {
    constexpr std::size_t out = 20, in = 41, rows = 6;
    Matrix<bfloat16> matrix(DType::bfloat16, out, in);
    matrix.set(3 * in + 5, std::numeric_limits<float>::infinity());
    matrix.set(17 * in + 40, std::numeric_limits<float>::quiet_NaN());
    std::vector<float> x(rows * in, 0.5f), y(rows * out);
    x[2 * in + 40] = std::numeric_limits<float>::quiet_NaN();
    tile_products(x.data(), rows, matrix.tensor, y.data());
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t o = 0; o < out; ++o) {
            INFO("row " << r << ", output " << o);
            CHECK(std::isnan(y[r * out + o]) == (o == 17 || r == 2));
            CHECK(std::isinf(y[r * out + o]) == (o == 3 && r != 2));
        }
    }
}
