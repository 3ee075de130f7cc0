#include "repetition_penalty.hpp"

namespace tiny_llm {

Tensor repetition_penalty(const Tensor& logits, const std::vector<TokenId>& seen, float penalty) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("logits are not (V,)");
    if (!(penalty > 0) || !std::isfinite(penalty)) throw std::invalid_argument("penalty");
    Tensor was_there = xt::zeros<float>(logits.shape());
    for (const TokenId id : seen) {
        if (id < 0 || id >= static_cast<TokenId>(logits.size())) throw std::invalid_argument("no such token");
        was_there(id) = 1.0f;
    }
    const Tensor punished = xt::where(logits > 0.0f, logits / penalty, logits * penalty);
    return xt::where(was_there > 0.5f, punished, logits);
}

}  // namespace tiny_llm
