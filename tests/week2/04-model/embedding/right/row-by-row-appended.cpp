#include "embedding.hpp"

#include <vector>

namespace tiny_llm {

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    const std::size_t E = weight.shape(1);
    std::vector<float> rows;
    rows.reserve(ids.size() * E);
    for (const TokenId id : ids) {
        if (id < 0) throw std::invalid_argument("embedding: a negative id");
        if (static_cast<std::size_t>(id) >= weight.shape(0))
            throw std::invalid_argument("embedding: an id is too large");
        const Tensor row = xt::row(weight, static_cast<std::ptrdiff_t>(id));
        rows.insert(rows.end(), row.begin(), row.end());
    }
    return xt::adapt(rows, std::vector<std::size_t>{ids.size(), E});
}

}  // namespace tiny_llm
