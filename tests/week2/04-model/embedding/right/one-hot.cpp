#include "embedding.hpp"

namespace tiny_llm {

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    // A row of zeros with a single one, times the table, is a row of the table.
    Tensor chosen = xt::zeros<float>({ids.size(), weight.shape(0)});
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] < 0 || static_cast<std::size_t>(ids[i]) >= weight.shape(0)) {
            throw std::invalid_argument("embedding: no token " + std::to_string(ids[i]));
        }
        chosen(i, static_cast<std::size_t>(ids[i])) = 1.0f;
    }
    if (ids.empty()) return xt::zeros<float>({std::size_t{0}, weight.shape(1)});
    return xt::linalg::dot(chosen, weight);
}

}  // namespace tiny_llm
