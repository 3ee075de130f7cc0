#include "repetition_penalty.hpp"

namespace tiny_llm {

Tensor repetition_penalty(const Tensor& logits, const std::vector<TokenId>& seen, float penalty) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("repetition_penalty: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (penalty <= 0 || std::isinf(penalty)) {
        throw std::invalid_argument(
            "repetition_penalty: penalty is " + std::to_string(penalty) + ", expected a number above 0");
    }
    Tensor y = logits;
    for (const TokenId id : seen) {
        if (id < 0 || static_cast<std::size_t>(id) >= logits.size()) {
            throw std::invalid_argument(
                "repetition_penalty: token " + std::to_string(id) + " is not one of " + std::to_string(logits.size()));
        }
        // From logits, which does not change: a token that comes again is not punished again.
        y(id) = logits(id) / penalty;
    }
    return y;
}

}  // namespace tiny_llm
