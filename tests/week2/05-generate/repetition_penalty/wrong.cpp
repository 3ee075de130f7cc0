#include "repetition_penalty.hpp"

#include <algorithm>

namespace tiny_llm {

// ---- cut-to-32-bits

Tensor repetition_penalty(const Tensor& logits, const std::vector<TokenId>& seen, float penalty) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("repetition_penalty: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(penalty > 0) || std::isinf(penalty)) {
        throw std::invalid_argument(
            "repetition_penalty: penalty is " + std::to_string(penalty) + ", expected a number above 0");
    }
    Tensor y = logits;
    for (const TokenId each : seen) {
        const int id = static_cast<int>(each);
        if (id < 0 || static_cast<std::size_t>(id) >= logits.size()) {
            throw std::invalid_argument(
                "repetition_penalty: token " + std::to_string(id) + " is not one of " + std::to_string(logits.size()));
        }
        // From logits, which does not change: a token that comes again is not punished again.
        y(id) = logits(id) > 0 ? logits(id) / penalty : logits(id) * penalty;
    }
    return y;
}

// ---- divides-all+penalty-nan

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

// ---- logits-edited

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

// ---- negative-unchecked

Tensor repetition_penalty(const Tensor& logits, const std::vector<TokenId>& seen, float penalty) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("repetition_penalty: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(penalty > 0) || std::isinf(penalty)) {
        throw std::invalid_argument(
            "repetition_penalty: penalty is " + std::to_string(penalty) + ", expected a number above 0");
    }
    Tensor y = logits;
    for (const TokenId id : seen) {
        if (id < 0) continue;  // writes before the beginning, which may end the process
        if (id >= static_cast<TokenId>(logits.size())) {
            throw std::invalid_argument(
                "repetition_penalty: token " + std::to_string(id) + " is not one of " + std::to_string(logits.size()));
        }
        // From logits, which does not change: a token that comes again is not punished again.
        y(id) = logits(id) > 0 ? logits(id) / penalty : logits(id) * penalty;
    }
    return y;
}

// ---- once-for-each-time

Tensor repetition_penalty(const Tensor& logits, const std::vector<TokenId>& seen, float penalty) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("repetition_penalty: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(penalty > 0) || std::isinf(penalty)) {
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
        y(id) = y(id) > 0 ? y(id) / penalty : y(id) * penalty;
    }
    return y;
}

// ---- penalty-nan

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
        y(id) = logits(id) > 0 ? logits(id) / penalty : logits(id) * penalty;
    }
    return y;
}

}  // namespace tiny_llm
