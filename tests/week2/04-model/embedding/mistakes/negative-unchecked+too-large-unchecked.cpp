#include "embedding.hpp"

namespace tiny_llm {

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    Tensor y = xt::empty<float>({ids.size(), weight.shape(1)});
    for (std::size_t i = 0; i < ids.size(); ++i) xt::view(y, i) = xt::view(weight, ids[i]);
    return y;
}

}  // namespace tiny_llm
