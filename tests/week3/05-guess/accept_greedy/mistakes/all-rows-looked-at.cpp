#include "accept_greedy.hpp"

#include <algorithm>
#include <limits>

namespace tiny_llm {

Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits));
    }
    for (const float logit : logits) {
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity()) throw std::invalid_argument("NaN");
    }
    Ids own;
    for (std::size_t i = 0; i < logits.shape(0); ++i) {
        const auto row = xt::row(logits, i);
        own.push_back(std::max_element(row.begin(), row.end()) - row.begin());
    }
    const auto [wrong, there] = std::mismatch(draft.begin(), draft.end(), own.begin());
    Ids tokens(draft.begin(), wrong);
    tokens.push_back(*there);
    return tokens;
}

}  // namespace tiny_llm
