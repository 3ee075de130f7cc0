#include "min_p.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tiny_llm {

Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("min_p: logits are not (V,)");
    if (!(p >= 0) || !(p <= 1)) throw std::invalid_argument("min_p: p is not 0 to 1");
    const double top = *std::max_element(logits.begin(), logits.end());
    std::vector<double> power(logits.size());
    for (std::size_t i = 0; i < power.size(); ++i) power[i] = std::exp(logits(i) - top);
    const double total = std::accumulate(power.begin(), power.end(), 0.0);
    const double largest = *std::max_element(power.begin(), power.end());
    Tensor y = logits;
    for (std::size_t i = 0; i < power.size(); ++i) {
        if (power[i] / total < p * (largest / total)) y(i) = -std::numeric_limits<float>::infinity();
    }
    return y;
}

}  // namespace tiny_llm
