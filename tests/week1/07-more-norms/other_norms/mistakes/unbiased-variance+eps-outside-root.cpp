#include "other_norms.hpp"

#include <cmath>
#include <stdexcept>

namespace tiny_llm {

static void normalize(Tensor& y, const std::vector<std::size_t>& places, float eps) {
    const float count = static_cast<float>(places.size());
    float mean = 0.0f, squares = 0.0f;
    for (const std::size_t i : places) mean += y.data()[i] / count;
    for (const std::size_t i : places) squares += (y.data()[i] - mean) * (y.data()[i] - mean);
    const float std = std::sqrt(squares / (count - 1));  // as torch.std
    for (const std::size_t i : places) y.data()[i] = (y.data()[i] - mean) / (std + eps);
}

Tensor batch_norm(const Tensor& x, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("batch_norm: x must be N x C x L");
    const std::size_t N = x.shape(0), C = x.shape(1), L = x.shape(2);
    Tensor y = x;
    for (std::size_t c = 0; c < C; ++c) {
        std::vector<std::size_t> places;
        for (std::size_t n = 0; n < N; ++n)
            for (std::size_t l = 0; l < L; ++l) places.push_back((n * C + c) * L + l);
        normalize(y, places, eps);
    }
    return y;
}

Tensor group_norm(const Tensor& x, std::size_t groups, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("group_norm: x must be N x C x L");
    if (groups == 0 || x.shape(1) % groups != 0) throw std::invalid_argument("group_norm: groups");
    const std::size_t size = x.shape(1) / groups * x.shape(2);
    Tensor y = x;
    for (std::size_t start = 0; start < x.size(); start += size) {
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < size; ++i) places.push_back(start + i);
        normalize(y, places, eps);
    }
    return y;
}

}  // namespace tiny_llm
