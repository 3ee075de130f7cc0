#include "softmax.hpp"

#include <algorithm>
#include <cmath>

namespace tiny_llm {

// ---- columns

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    // Columns instead of rows: what has one value for each column broadcasts without keep_dims.
    const std::size_t width = x.shape().back();
    Tensor rows = x;
    rows.reshape({width ? x.size() / width : 0, width});
    const Tensor columns = xt::transpose(rows);
    const Tensor largest = xt::amax(columns, {0});
    const Tensor powers = xt::exp(columns - largest);
    const Tensor sum = xt::sum(powers, {0});
    Tensor y = xt::transpose(powers / sum);
    y.reshape(x.shape());
    return y;
}

// ---- log-softmax-first

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    const std::size_t last = x.dimension() - 1;
    const Tensor largest = xt::amax(x, {last}, xt::keep_dims);
    const Tensor below = x - largest;
    const Tensor log_sum = xt::log(xt::sum(xt::exp(below), {last}, xt::keep_dims));
    return xt::exp(below - log_sum);
}

// ---- online

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    // Maximum and sum in one pass: the sum so far shrinks when a larger number comes (Milakov, Gimelshein 2018).
    Tensor y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        const float* row = x.data() + start;
        float largest = row[0], sum = 1.0f;
        for (std::size_t j = 1; j < width; ++j) {
            if (row[j] > largest) {
                sum = sum * std::exp(largest - row[j]) + 1.0f;
                largest = row[j];
            } else if (row[j] > -INFINITY) {
                sum += std::exp(row[j] - largest);
            }
        }
        for (std::size_t j = 0; j < width; ++j) y.data()[start + j] = std::exp(row[j] - largest) / sum;
    }
    return y;
}

// ---- recursion-in-double

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    Tensor y = xt::empty<float>(x.shape());
    if (x.dimension() > 1) {
        for (std::size_t i = 0; i < x.shape(0); ++i) xt::view(y, i) = softmax(Tensor(xt::view(x, i)));
        return y;
    }
    double sum = 0;
    const double largest = xt::amax(x)();
    for (const float v : x) sum += std::exp(v - largest);
    std::transform(
        x.begin(), x.end(), y.begin(), [&](float v) { return static_cast<float>(std::exp(v - largest) / sum); });
    return y;
}

// ---- rows-by-view

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    const std::size_t width = x.shape().back();
    Tensor y = x;
    y.reshape({width ? x.size() / width : 0, width});
    for (std::size_t r = 0; r < y.shape(0); ++r) {
        const Tensor row = xt::view(y, r, xt::all());
        const Tensor powers = xt::exp(row - xt::amax(row)());
        xt::view(y, r, xt::all()) = powers / xt::sum(powers)();
    }
    y.reshape(x.shape());
    return y;
}

// ---- whole-tensors

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    const std::size_t last = x.dimension() - 1;
    // Tensors and not auto: a reduction that is still lazy reads the wrong elements when it is broadcast.
    const Tensor largest = xt::amax(x, {last}, xt::keep_dims);
    const Tensor powers = xt::exp(x - largest);  // at most 1, whatever x is
    const Tensor sum = xt::sum(powers, {last}, xt::keep_dims);
    return powers / sum;
}

}  // namespace tiny_llm
