#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    if (x.size() == 0) return x;
    Tensor rows = x;
    rows.reshape({x.size() / dim, dim});
    const Tensor ones = xt::ones<float>({dim, std::size_t{1}});
    const Tensor squares = rows * rows;
    const Tensor sum = xt::linalg::dot(squares, ones);
    Tensor y = rows / xt::sqrt(sum / static_cast<float>(dim) + eps) * weight;
    y.reshape(x.shape());
    return y;
}

}  // namespace tiny_llm
