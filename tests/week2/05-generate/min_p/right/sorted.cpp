#include "min_p.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tiny_llm {

// From the likeliest on until one is not likely enough: all behind it go.
Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("min_p: logits are not (V,)");
    if (!(0 <= p && p <= 1)) throw std::invalid_argument("min_p: p is not 0 to 1");
    std::vector<std::size_t> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return logits(a) > logits(b); });
    const double largest = logits(order[0]);
    const auto unlikely = std::find_if(order.begin(), order.end(),
        [&](std::size_t i) { return std::exp(static_cast<double>(logits(i)) - largest) < p; });
    Tensor y = logits;
    std::for_each(unlikely, order.end(), [&](std::size_t i) { y(i) = -std::numeric_limits<float>::infinity(); });
    return y;
}

}  // namespace tiny_llm
