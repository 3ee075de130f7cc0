#include "repetition_penalty.hpp"

#include <algorithm>

namespace tiny_llm {

// ---- flags

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

// ---- for-each-token

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

// ---- gathered

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

// ---- in-two-steps

Tensor repetition_penalty(const Tensor& logits, const std::vector<TokenId>& seen, float penalty) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("logits are not (V,)");
    if (!std::isfinite(penalty) || penalty <= 0) throw std::invalid_argument("the penalty is not above 0 and finite");
    const auto V = static_cast<TokenId>(logits.size());
    std::vector<TokenId> once = seen;
    std::sort(once.begin(), once.end());
    once.erase(std::unique(once.begin(), once.end()), once.end());
    if (!once.empty() && (once.front() < 0 || once.back() >= V)) throw std::invalid_argument("no such token");
    Tensor y = logits;
    for (const TokenId id : once) {
        float& logit = y(static_cast<std::size_t>(id));
        if (logit < 0) logit *= penalty;
        else logit /= penalty;
    }
    return y;
}

// ---- masks

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
