#include "embedding.hpp"

namespace tiny_llm {

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    Tensor y({static_cast<float>(ids.size()), static_cast<float>(weight.shape(1))});
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] < 0 || static_cast<std::size_t>(ids[i]) >= weight.shape(0)) {
            throw std::invalid_argument(
                "embedding: token " + std::to_string(ids[i]) + " is not one of " + std::to_string(weight.shape(0)));
        }
        xt::view(y, i) = xt::view(weight, ids[i]);
    }
    return y;
}

}  // namespace tiny_llm
