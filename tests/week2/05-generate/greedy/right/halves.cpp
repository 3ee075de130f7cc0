#include "greedy.hpp"

namespace tiny_llm {

/// The first of the largest among `count` logits, of which there is one at least.
static const float* largest(const float* logits, std::size_t count) {
    if (count == 1) return logits;
    const float* left = largest(logits, count / 2);
    const float* right = largest(logits + count / 2, count - count / 2);
    return *right > *left ? right : left;
}

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("greedy: logits are not (V,)");
    for (const float logit : logits) {
        if (!(logit < INFINITY)) throw std::invalid_argument("greedy: NaN or +inf");
    }
    return largest(logits.data(), logits.size()) - logits.data();
}

}  // namespace tiny_llm
