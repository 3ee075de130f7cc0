#include "embedding.hpp"

namespace tiny_llm {

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    Tensor y = xt::empty<float>({ids.size(), weight.shape(1)});
    float* to = y.data();
    for (const TokenId id : ids) {
        if (id < 0 || id >= static_cast<TokenId>(weight.shape(0))) throw std::invalid_argument("embedding: no such token");
        to = std::copy_n(weight.data() + id, weight.shape(1), to);
    }
    return y;
}

}  // namespace tiny_llm
