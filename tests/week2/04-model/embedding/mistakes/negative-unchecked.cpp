#include "embedding.hpp"

namespace tiny_llm {

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    const auto V = static_cast<TokenId>(weight.shape(0));
    for (const TokenId id : ids) {
        if (id >= V) throw std::invalid_argument("embedding: token " + std::to_string(id) + " of " + std::to_string(V));
    }
    Tensor y = xt::empty<float>({ids.size(), weight.shape(1)});
    for (std::size_t i = 0; i < ids.size(); ++i) xt::row(y, i) = xt::row(weight, ids[i]);
    return y;
}

}  // namespace tiny_llm
