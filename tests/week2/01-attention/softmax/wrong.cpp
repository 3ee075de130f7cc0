#include "softmax.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tiny_llm {

// ---- first-matrix-only

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    Tensor y = xt::zeros_like(x);
    const std::size_t width = x.shape().back(), rows = x.dimension() == 1 ? 1 : x.shape(0);
    if (x.size() == 0) return y;
    for (std::size_t r = 0; r < rows; ++r) {
        const float* from = x.data() + r * width;
        const float largest = *std::max_element(from, from + width);
        float* to = y.data() + r * width;
        float sum = 0.0f;
        for (std::size_t j = 0; j < width; ++j) sum += to[j] = std::exp(from[j] - largest);
        for (std::size_t j = 0; j < width; ++j) to[j] /= sum;
    }
    return y;
}

// ---- input-edited

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    float* data = const_cast<float*>(x.data());
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        float* row = data + start;
        const float largest = *std::max_element(row, row + width);
        float sum = 0.0f;
        for (std::size_t j = 0; j < width; ++j) sum += row[j] = std::exp(row[j] - largest);
        for (std::size_t j = 0; j < width; ++j) row[j] /= sum;
    }
    return x;
}

// ---- int-accumulator

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    Tensor y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        float* row = y.data() + start;
        const float largest = *std::max_element(row, row + width);
        for (std::size_t j = 0; j < width; ++j) row[j] = std::exp(row[j] - largest);
        const float sum = std::accumulate(row, row + width, 0);
        for (std::size_t j = 0; j < width; ++j) row[j] /= sum;
    }
    return y;
}

// ---- lazy-largest

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    const std::size_t last = x.dimension() - 1;
    Tensor e = xt::exp(x - xt::amax(x, {last}, xt::keep_dims));
    const Tensor sum = xt::sum(e, {last}, xt::keep_dims);
    return e / sum;
}

// ---- lazy-powers-and-sum

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    const std::size_t last = x.dimension() - 1;
    const Tensor largest = xt::amax(x, {last}, xt::keep_dims);
    return xt::exp(x - largest) / xt::sum(xt::exp(x - largest), {last}, xt::keep_dims);
}

// ---- lazy-sum

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    const std::size_t last = x.dimension() - 1;
    const Tensor largest = xt::amax(x, {last}, xt::keep_dims);
    const Tensor e = xt::exp(x - largest);
    const auto sum = xt::sum(e, {last}, xt::keep_dims);
    return e / sum;
}

// ---- lazy-throughout

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    const std::size_t last = x.dimension() - 1;
    const auto largest = xt::amax(x, {last}, xt::keep_dims);
    const auto e = xt::exp(x - largest);
    const auto sum = xt::sum(e, {last}, xt::keep_dims);
    return e / sum;
}

// ---- maximum-starts-at-zero

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    Tensor y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        float* row = y.data() + start;
        float largest = std::numeric_limits<float>::min();
        for (std::size_t j = 0; j < width; ++j) {
            if (row[j] > largest) largest = row[j];
        }
        float sum = 0.0f;
        for (std::size_t j = 0; j < width; ++j) sum += row[j] = std::exp(row[j] - largest);
        for (std::size_t j = 0; j < width; ++j) row[j] /= sum;
    }
    return y;
}

// ---- no-keep-dims-for-maximum+no-keep-dims-for-sum

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    const std::size_t last = x.dimension() - 1;
    const Tensor largest = xt::amax(x, {last});
    const Tensor e = xt::exp(x - largest);
    const Tensor sum = xt::sum(e, {last});
    return e / sum;
}

// ---- no-keep-dims-for-sum

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    const std::size_t last = x.dimension() - 1;
    const Tensor largest = xt::amax(x, {last}, xt::keep_dims);
    const Tensor e = xt::exp(x - largest);
    const Tensor sum = xt::sum(e, {last});
    return e / sum;
}

// ---- no-maximum+axis-1

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    const Tensor e = xt::exp(x);
    const Tensor sum = xt::sum(e, {1}, xt::keep_dims);
    return e / sum;
}

}  // namespace tiny_llm
