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
        const auto row = logits.begin() + i * logits.shape(1);
        for (std::size_t t = 0; t < logits.shape(1); ++t) {
            if (std::isnan(logits(i, t)) || logits(i, t) == std::numeric_limits<float>::infinity()) {
                throw std::invalid_argument("NaN or +inf");
            }
        }
        tokens.push_back(std::max_element(row, logits.end()) - row);
        if (i < draft.size() && draft[i] != tokens.back()) break;
    }
    return tokens;
}

}  // namespace tiny_llm
