#include "accept_greedy.hpp"

#include <limits>

namespace tiny_llm {

static Ids from_row(const Ids& draft, const Tensor& logits, std::size_t i) {
    std::size_t best = 0;
    for (std::size_t t = logits.shape(1); t-- > 0;) {
        const double logit = logits(i, t);
        if (std::isnan(logit) || logit == std::numeric_limits<double>::infinity())
            throw std::invalid_argument("NaN, +inf");
        if (logit >= logits(i, best)) best = t;
    }
    const auto own = static_cast<TokenId>(best);
    if (i == draft.size() || own != draft[i]) return {own};
    Ids rest = from_row(draft, logits, i + 1);
    rest.insert(rest.begin(), own);
    return rest;
}

Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits));
    }
    return from_row(draft, logits, 0);
}

}  // namespace tiny_llm
