#include "accept_greedy.hpp"

#include <algorithm>

namespace tiny_llm {

/// A row as a tensor of its own, with xtensor's questions.
static TokenId choice(const Tensor& row) {
    if (xt::any(xt::isnan(row)) || xt::any(xt::isinf(row) && row > 0.0f)) throw std::invalid_argument("NaN or +inf");
    return std::distance(row.begin(), std::max_element(row.begin(), row.end()));
}

Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits));
    }
    std::size_t i = 0;
    TokenId own = choice(xt::view(logits, 0, xt::all()));
    while (i < draft.size() && draft[i] == own) {
        ++i;
        own = choice(xt::view(logits, i, xt::all()));
    }
    Ids tokens(draft.begin(), draft.begin() + i);
    tokens.push_back(own);
    return tokens;
}

}  // namespace tiny_llm
