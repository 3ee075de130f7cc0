#pragma once

#include <cmath>
#include <cstring>
#include <vector>

#include "grader/catch.hpp"
#include "grader/uniform.hpp"
#include "model/stored.hpp"

namespace tiny_llm {

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

/// Row r of x, numbers of which each is another one.
inline std::vector<float> row_of_x(std::size_t r, std::size_t in) {
    std::vector<float> x(in);
    for (std::size_t i = 0; i < in; ++i)
        x[i] = grader::uniform(2 + static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(i));
    return x;
}

/// y is the product of x with every row of the matrix.
template <class T>
void require_products(const std::vector<float>& x, const Matrix<T>& matrix, const float* y) {
    const std::size_t in = x.size();
    for (std::size_t o = 0; o < matrix.tensor.shape[0]; ++o) {
        double sum = 0, sizes = 0;
        for (std::size_t i = 0; i < in; ++i) {
            const double product = double(x[i]) * matrix[o * in + i];
            sum += product;
            sizes += std::abs(product);
        }
        INFO("output " << o);
        REQUIRE(std::abs(y[o] - sum) <= 1e-6 * sizes + 1e-12);
    }
}

}  // namespace tiny_llm
