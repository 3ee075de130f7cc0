#include "embedding.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    const auto V = static_cast<TokenId>(weight.shape(0));
    if (!std::all_of(ids.begin(), ids.end(), [V](TokenId id) { return id >= 0 && id < V; })) {
        throw std::invalid_argument("embedding: an id is not one of " + std::to_string(V));
    }
    return xt::view(weight, xt::keep(ids), xt::all());
}

}  // namespace tiny_llm
