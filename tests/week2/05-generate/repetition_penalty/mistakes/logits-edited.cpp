#include "repetition_penalty.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor repetition_penalty(const Tensor& logits, const std::vector<TokenId>& seen, float penalty) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("logits are not (V,)");
    if (!std::isfinite(penalty) || penalty <= 0) throw std::invalid_argument("the penalty is not above 0 and finite");
    const auto V = static_cast<TokenId>(logits.size());
    std::vector<TokenId> once = seen;
    std::sort(once.begin(), once.end());
    once.erase(std::unique(once.begin(), once.end()), once.end());
    if (!once.empty() && (once.front() < 0 || once.back() >= V)) throw std::invalid_argument("no such token");
    Tensor& y = const_cast<Tensor&>(logits);
    for (const TokenId id : once) {
        float& logit = y(static_cast<std::size_t>(id));
        if (logit < 0) logit *= penalty;
        else logit /= penalty;
    }
    return y;
}

}  // namespace tiny_llm
