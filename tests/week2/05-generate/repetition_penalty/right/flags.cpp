#include "repetition_penalty.hpp"

namespace tiny_llm {

Tensor repetition_penalty(const Tensor& logits, const std::vector<TokenId>& seen, float penalty) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("logits are not (V,)");
    if (std::isnan(penalty) || std::isinf(penalty) || penalty <= 0) throw std::invalid_argument("penalty");
    std::vector<bool> was_there(logits.size());
    for (const TokenId id : seen) {
        // A negative id is a huge number without its sign.
        if (static_cast<std::uint64_t>(id) >= was_there.size()) throw std::invalid_argument("no such token");
        was_there[static_cast<std::size_t>(id)] = true;
    }
    Tensor y = logits;
    for (std::size_t i = 0; i < y.size(); ++i) {
        if (was_there[i]) y(i) = std::min(y(i) / penalty, y(i) * penalty);
        if (was_there[i] && penalty < 1) y(i) = std::max(logits(i) / penalty, logits(i) * penalty);
    }
    return y;
}

}  // namespace tiny_llm
