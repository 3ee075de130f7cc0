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
    std::vector<double> sums(logits.size());
    double sum = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = sum += std::exp(static_cast<double>(logits(i)) - largest);
    // u times the sum is below the sum, so that there is one above it.
    return std::upper_bound(sums.begin(), sums.end(), u * sum) - sums.begin();
}

}  // namespace tiny_llm
