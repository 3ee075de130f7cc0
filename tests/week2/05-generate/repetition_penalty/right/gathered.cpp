#include "repetition_penalty.hpp"

namespace tiny_llm {

// As PyTorch would: gathered, changed, put back. Who comes twice is put back twice, with the same number.
Tensor repetition_penalty(const Tensor& logits, const std::vector<TokenId>& seen, float penalty) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("logits are not (V,)");
    if (!(penalty > 0) || std::isinf(penalty)) throw std::invalid_argument("penalty");
    std::vector<double> scores;
    for (const TokenId id : seen) {
        if (id < 0 || id > static_cast<TokenId>(logits.size() - 1)) throw std::invalid_argument("no such token");
        scores.push_back(logits.data()[id]);
    }
    for (double& score : scores) score = std::signbit(score) ? score * penalty : score / penalty;
    Tensor y = logits;
    for (std::size_t i = seen.size(); i-- > 0;) y.data()[seen[i]] = static_cast<float>(scores[i]);
    return y;
}

}  // namespace tiny_llm
