#include "causal_mask.hpp"

#include <cmath>

namespace tiny_llm {

Tensor causal_mask(std::size_t queries, std::size_t keys) {
    Tensor mask = xt::full_like(Tensor(xt::zeros<float>({queries, keys})), -INFINITY);
    for (std::size_t i = 0; i < queries; ++i) {
        for (std::size_t j = 0; j < keys && j <= i + keys - queries; ++j) mask(i, j) = 0.0f;
    }
    return mask;
}

}  // namespace tiny_llm
