#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "tiny_llm/tensor.hpp"

/// The largest difference between two tensors; infinite where their shapes differ or a number is not finite.
inline double largest_difference(const tiny_llm::Tensor& a, const tiny_llm::Tensor& b) {
    if (a.shape() != b.shape()) return std::numeric_limits<double>::infinity();
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double difference = std::abs(static_cast<double>(a.data()[i]) - static_cast<double>(b.data()[i]));
        largest = std::isfinite(difference) ? std::max(largest, difference) : std::numeric_limits<double>::infinity();
    }
    return largest;
}
