#include "accept_greedy.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace tiny_llm {

/// How many stay first, as Hugging Face counts; then what is kept.
Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits));
    }
    const auto V = static_cast<std::ptrdiff_t>(logits.shape(1));
    const std::function<TokenId(std::ptrdiff_t)> own = [&](std::ptrdiff_t row) {
        const auto begin = logits.cbegin() + row * V, end = begin + V;
        const auto bad = [](float x) { return std::isnan(x) || x > std::numeric_limits<float>::max(); };
        if (std::any_of(begin, end, bad)) throw std::invalid_argument("there is nothing to choose by");
        return static_cast<TokenId>(std::max_element(begin, end) - begin);
    };
    const auto wrong = std::find_if(draft.begin(), draft.end(),
        [&, row = std::ptrdiff_t{0}](TokenId guess) mutable { return own(row++) != guess; });
    Ids tokens(draft.begin(), wrong);
    tokens.push_back(own(wrong - draft.begin()));
    return tokens;
}

}  // namespace tiny_llm
