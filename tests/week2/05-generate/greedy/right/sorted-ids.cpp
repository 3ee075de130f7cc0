#include "greedy.hpp"

#include <algorithm>
#include <numeric>

namespace tiny_llm {

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("greedy: logits are not (V,)");
    if (!std::all_of(logits.begin(), logits.end(), [](float logit) { return logit < INFINITY; })) {
        throw std::invalid_argument("greedy: NaN or +inf");
    }
    std::vector<std::size_t> ids(logits.size());
    std::iota(ids.begin(), ids.end(), 0);
    std::stable_sort(ids.begin(), ids.end(), [&](std::size_t a, std::size_t b) { return logits(a) > logits(b); });
    return static_cast<TokenId>(ids.front());
}

}  // namespace tiny_llm
