#include "embedding.hpp"

namespace tiny_llm {

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    // A negative id is a huge number without its sign.
    for (const TokenId id : ids) {
        if (static_cast<std::uint64_t>(id) >= weight.shape(0))
            throw std::invalid_argument("embedding: an id is too large");
    }
    Tensor y = xt::zeros<float>({ids.size(), weight.shape(1)});
    for (std::size_t e = 0; e < weight.shape(1); ++e) {
        for (std::size_t i = 0; i < ids.size(); ++i) y(i, e) = weight(static_cast<std::size_t>(ids[i]), e);
    }
    return y;
}

}  // namespace tiny_llm
