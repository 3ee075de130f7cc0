#include "greedy.hpp"

namespace tiny_llm {

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("greedy: logits are not (V,)");
    TokenId best = 0;
    for (std::size_t i = 0; i < logits.size(); ++i) {
        if (std::isnan(logits(i)) || logits(i) == INFINITY) throw std::invalid_argument("greedy: NaN or +inf");
        if (logits(i) > logits(static_cast<std::size_t>(best))) best = static_cast<TokenId>(i);
    }
    return best;
}

}  // namespace tiny_llm
