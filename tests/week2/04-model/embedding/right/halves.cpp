#include "embedding.hpp"

namespace tiny_llm {

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    if (ids.empty()) return xt::empty<float>({std::size_t{0}, weight.shape(1)});
    if (ids.size() == 1) {
        if (ids[0] < 0 || static_cast<std::size_t>(ids[0]) >= weight.shape(0)) {
            throw std::invalid_argument("embedding: no token " + std::to_string(ids[0]));
        }
        auto row = xt::range(ids[0], ids[0] + 1);
        return xt::view(weight, row, xt::all());
    }
    const auto middle = ids.begin() + static_cast<std::ptrdiff_t>(ids.size() / 2);
    const Tensor first = embedding({ids.begin(), middle}, weight), second = embedding({middle, ids.end()}, weight);
    return xt::concatenate(xt::xtuple(first, second), 0);
}

}  // namespace tiny_llm
