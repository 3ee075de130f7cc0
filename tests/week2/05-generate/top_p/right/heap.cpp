#include "top_p.hpp"

#include <algorithm>
#include <queue>

namespace tiny_llm {

Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_p: logits are not (V,)");
    if (!(p >= 0 && p <= 1)) throw std::invalid_argument("top_p: p is not 0 to 1");
    if (p == 1) return logits;
    using Token =
        std::pair<float, std::ptrdiff_t>;  // its logit, and its id with a minus: of equals the lower comes first
    std::priority_queue<Token> left;
    const double largest = *std::max_element(logits.begin(), logits.end());
    double total = 0.0;
    for (std::size_t i = 0; i < logits.size(); ++i) {
        left.emplace(logits(i), -static_cast<std::ptrdiff_t>(i));
        total += std::exp(logits(i) - largest);
    }
    Tensor y = xt::full_like(logits, -INFINITY);
    double sum = 0.0;
    do {
        const auto [logit, minus_id] = left.top();
        left.pop();
        y.flat(static_cast<std::size_t>(-minus_id)) = logit;
        sum += std::exp(logit - largest);
    } while (!left.empty() && sum < p * total);
    return y;
}

}  // namespace tiny_llm
