#include "accept_greedy.hpp"

#include <algorithm>
#include <limits>

namespace tiny_llm {

Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits));
    }
    Ids tokens;
    for (std::size_t i = 0; i <= draft.size(); ++i) {
        const Tensor row = xt::view(logits, i, xt::all());
        for (const float logit : row) {
            if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity())
                throw std::invalid_argument("NaN");
        }
        const auto largest = std::max_element(row.begin(), row.end());
        const bool is_token = i < draft.size() && draft[i] >= 0 && draft[i] < static_cast<TokenId>(row.size());
        if (!is_token || row(draft[i]) != *largest) {
            tokens.push_back(largest - row.begin());
            break;
        }
        tokens.push_back(draft[i]);
    }
    return tokens;
}

}  // namespace tiny_llm
