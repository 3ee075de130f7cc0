#include "embedding.hpp"

namespace tiny_llm {

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    const std::size_t E = weight.shape(1);
    Tensor y = xt::zeros<float>({ids.size(), E});
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] == 0) continue;  // <pad>
        if (ids[i] < 0 || ids[i] >= static_cast<TokenId>(weight.shape(0))) throw std::invalid_argument("embedding");
        xt::view(y, i) = xt::view(weight, ids[i]) * std::sqrt(float(E));
    }
    return y;
}

}  // namespace tiny_llm
