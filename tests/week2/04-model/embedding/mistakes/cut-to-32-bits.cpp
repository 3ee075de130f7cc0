#include "embedding.hpp"

namespace tiny_llm {

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    const int V = weight.shape(0), E = weight.shape(1);
    Tensor y = xt::zeros<float>({(int)ids.size(), E});
    int i = 0;
    for (int id : ids) {
        if (id < 0 || id >= V) throw std::invalid_argument("embedding: no such token");
        for (int k = 0; k < E; k++) y(i, k) = weight(id, k);
        i++;
    }
    return y;
}

}  // namespace tiny_llm
