#include "model/row_products.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include "grader/catch.hpp"
#include "grader/uniform.hpp"

using namespace tiny_llm;

namespace {

constexpr float unwritten = -12345.0f;

/// Numbers as they lie in a file, where they need not be aligned.
template <class T>
struct Matrix {
    Matrix(DType dtype, std::size_t out, std::size_t in) : bytes(1 + sizeof(T) * out * in) {
        for (std::size_t i = 0; i < out * in; ++i) set(i, grader::uniform(1, static_cast<std::uint32_t>(i)));
        tensor.dtype = dtype;
        tensor.shape = {out, in};
        tensor.data = bytes.data() + 1;
    }
    void set(std::size_t i, float value) {
        const T number(value);
        std::memcpy(bytes.data() + 1 + sizeof(T) * i, &number, sizeof(T));
    }
    float operator[](std::size_t i) const {
        T number;
        std::memcpy(&number, bytes.data() + 1 + sizeof(T) * i, sizeof(T));
        return number;
    }

    std::vector<std::byte> bytes;
    StoredTensor tensor;
};

template <class T>
void compare(DType dtype, std::size_t out, std::size_t in) {
    INFO(out << " x " << in);
    const Matrix<T> matrix(dtype, out, in);
    std::vector<float> x(in), y(out + 1, unwritten);
    for (std::size_t i = 0; i < in; ++i) x[i] = grader::uniform(2, static_cast<std::uint32_t>(i));
    row_products(x.data(), matrix.tensor, y.data());
    for (std::size_t o = 0; o < out; ++o) {
        double sum = 0, sizes = 0;
        for (std::size_t i = 0; i < in; ++i) {
            const double product = double(x[i]) * matrix[o * in + i];
            sum += product;
            sizes += std::abs(product);
        }
        INFO("output " << o);
        REQUIRE(std::abs(y[o] - sum) <= 1e-6 * sizes + 1e-12);
    }
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
