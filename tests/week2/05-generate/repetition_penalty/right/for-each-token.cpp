#include "repetition_penalty.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor repetition_penalty(const Tensor& logits, const std::vector<TokenId>& seen, float penalty) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("logits are not (V,)");
    if (!(penalty > 0 && penalty < std::numeric_limits<float>::infinity())) throw std::invalid_argument("penalty");
    const auto known = [&](TokenId id) { return id >= 0 && id < static_cast<TokenId>(logits.size()); };
    if (!std::all_of(seen.begin(), seen.end(), known)) throw std::invalid_argument("no such token");
    Tensor y = xt::empty<float>(logits.shape());
    for (std::size_t i = 0; i < y.size(); ++i) {
        const bool was_there = std::find(seen.begin(), seen.end(), static_cast<TokenId>(i)) != seen.end();
        const float factor = !was_there ? 1.0f : logits(i) > 0 ? 1.0f / penalty : penalty;
        y(i) = logits(i) * factor;
    }
    return y;
}

}  // namespace tiny_llm
