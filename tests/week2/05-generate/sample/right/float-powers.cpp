#include "sample.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tiny_llm {

TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("sample: logits are not (V,)");
    if (std::isnan(u) || u < 0 || u >= 1) throw std::invalid_argument("sample: u is not 0 <= u < 1");
    for (const float logit : logits) {
        if (!(logit < std::numeric_limits<float>::infinity())) throw std::invalid_argument("sample: NaN or +inf");
    }
    const float largest = *std::max_element(logits.begin(), logits.end());
    if (std::isinf(largest)) throw std::invalid_argument("sample: all are -inf");
    const Tensor power = xt::exp(logits - largest);
    const double total = std::accumulate(power.begin(), power.end(), 0.0);
    double sum = 0;
    std::size_t i = 0;
    while (i < power.size() && !(sum + power(i) > u * total)) sum += power(i++);
    if (i < power.size()) return static_cast<TokenId>(i);
    while (power(--i) == 0) {
    }
    return static_cast<TokenId>(i);
}

}  // namespace tiny_llm
