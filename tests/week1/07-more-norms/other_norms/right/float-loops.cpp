#include "other_norms.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor batch_norm(const Tensor& x, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("batch_norm: x must be N x C x L");
    Tensor y = x;
    const float count = static_cast<float>(x.shape(0) * x.shape(2));
    for (std::size_t c = 0; c < x.shape(1); ++c) {
        float mean = 0, var = 0;
        for (std::size_t n = 0; n < x.shape(0); ++n) {
            for (std::size_t l = 0; l < x.shape(2); ++l) mean += x(n, c, l) / count;
        }
        for (std::size_t n = 0; n < x.shape(0); ++n) {
            for (std::size_t l = 0; l < x.shape(2); ++l) var += (x(n, c, l) - mean) * (x(n, c, l) - mean);
        }
        const float scale = 1.0f / std::sqrt(var / count + eps);
        for (std::size_t n = 0; n < x.shape(0); ++n) {
            for (std::size_t l = 0; l < x.shape(2); ++l) y(n, c, l) = (x(n, c, l) - mean) * scale;
        }
    }
    return y;
}

Tensor group_norm(const Tensor& x, std::size_t groups, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("group_norm: x must be N x C x L");
    if (groups == 0 || x.shape(1) % groups != 0) throw std::invalid_argument("group_norm: groups");
    Tensor y = x;
    const std::size_t size = x.shape(1) / groups * x.shape(2);
    for (std::size_t start = 0; start < x.size(); start += size) {
        float mean = 0, var = 0;
        for (std::size_t i = start; i < start + size; ++i) mean += x.data()[i];
        mean /= static_cast<float>(size);
        for (std::size_t i = start; i < start + size; ++i) {
            y.data()[i] = x.data()[i] - mean;
            var += y.data()[i] * y.data()[i];
        }
        const float deviation = std::sqrt(var / static_cast<float>(size) + eps);
        for (std::size_t i = start; i < start + size; ++i) y.data()[i] /= deviation;
    }
    return y;
}

}  // namespace tiny_llm
