#include "sample.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tiny_llm {

// What is left of u after each token's share: below 0 it was that token's.
TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("sample: logits are not (V,)");
    if (std::isnan(u) || u < 0 || u >= 1) throw std::invalid_argument("sample: u is not 0 <= u < 1");
    for (const float logit : logits) {
        if (!(logit < std::numeric_limits<float>::infinity())) throw std::invalid_argument("sample: NaN or +inf");
    }
    const float largest = *std::max_element(logits.begin(), logits.end());
    if (std::isinf(largest)) throw std::invalid_argument("sample: all are -inf");
    double total = 0, left = u;
    for (const float logit : logits) total += std::exp(static_cast<double>(logit) - largest);
    for (std::size_t i = 0; i < logits.size(); ++i) {
        left -= std::exp(static_cast<double>(logits(i)) - largest) / total;
        if (left < 0) return static_cast<TokenId>(i);
    }
    TokenId last = static_cast<TokenId>(logits.size()) - 1;
    while (std::isinf(logits(last))) --last;
    return last;
}

}  // namespace tiny_llm
