#include "embedding.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    const std::size_t V = weight.shape(0), E = weight.shape(1);
    Tensor y = xt::empty<float>({ids.size(), E});
    float* row = y.data();
    for (const TokenId id : ids) {
        if (id < 0 || static_cast<std::size_t>(id) >= V) throw std::invalid_argument("embedding: no such token");
        row = std::copy_n(weight.data() + static_cast<std::size_t>(id) * E, E, row);
    }
    return y;
}

}  // namespace tiny_llm
