#include "top_p.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <queue>

namespace tiny_llm {

// ---- by-values

Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_p: logits are not (V,)");
    if (!(p >= 0 && p <= 1)) throw std::invalid_argument("top_p: p is not 0 to 1");
    if (p == 1) return logits;
    // Equal logits together: how many of each value are kept, then these, from the lowest id on.
    std::map<float, std::size_t, std::greater<>> times, kept;
    for (const float logit : logits) ++times[logit];
    const double largest = times.begin()->first;
    double total = 0.0, sum = 0.0;
    for (const auto& [logit, how_many] : times) total += static_cast<double>(how_many) * std::exp(logit - largest);
    kept[times.begin()->first] = 1;
    for (const auto& [logit, how_many] : times) {
        for (std::size_t n = 0; n < how_many && sum < p * total; ++n) {
            sum += std::exp(logit - largest);
            kept[logit] = n + 1;
        }
    }
    Tensor y = logits;
    for (float& logit : y) {
        if (kept[logit] > 0) --kept[logit];
        else logit = -INFINITY;
    }
    return y;
}

// ---- from-below

Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_p: logits are not (V,)");
    if (!(p >= 0 && p <= 1)) throw std::invalid_argument("top_p: p is not 0 to 1");
    if (p == 1) return logits;
    // As Hugging Face goes: from the least likely up, as long as what is left out is at most 1 - p of all.
    std::vector<std::size_t> order(logits.size());
    std::iota(order.rbegin(), order.rend(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return logits(a) < logits(b); });
    const double largest = logits(order.back());
    std::vector<double> power;
    for (const std::size_t id : order) power.push_back(std::exp(logits(id) - largest));
    const double total = std::accumulate(power.begin(), power.end(), 0.0);
    Tensor y = logits;
    double left_out = 0;
    for (std::size_t n = 0; n + 1 < order.size(); ++n) {
        left_out += power[n];
        if (left_out > (1.0 - p) * total) break;
        y(order[n]) = -INFINITY;
    }
    return y;
}

// ---- heap

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

// ---- largest-again-and-again

Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_p: logits are not (V,)");
    if (!(p >= 0 && p <= 1)) throw std::invalid_argument("top_p: p is not 0 to 1");
    if (p == 1) return logits;
    Tensor rest = logits, y = xt::full_like(logits, -INFINITY);
    const double largest = *std::max_element(logits.begin(), logits.end());
    double total = 0.0, sum = 0.0;
    for (const float logit : logits) total += std::exp(logit - largest);
    do {
        const auto next = std::max_element(rest.begin(), rest.end());
        sum += std::exp(*next - largest);
        *(y.begin() + (next - rest.begin())) = *next;
        *next = -INFINITY;
    } while (sum < p * total);
    return y;
}

// ---- probabilities

Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_p: logits are not (V,)");
    if (!(p >= 0 && p <= 1)) throw std::invalid_argument("top_p: p is not 0 to 1");
    if (p == 1) return logits;
    const Tensor powers = xt::exp(logits - *std::max_element(logits.begin(), logits.end()));
    const Tensor probabilities = powers / xt::sum(powers)();
    std::vector<std::pair<float, std::size_t>> likeliest;
    for (std::size_t i = 0; i < logits.size(); ++i) likeliest.emplace_back(-probabilities(i), i);
    std::sort(likeliest.begin(), likeliest.end());
    // Everything goes, and what is kept comes back.
    Tensor y = xt::full_like(logits, -INFINITY);
    double sum = 0.0;
    for (const auto& [minus_probability, id] : likeliest) {
        y(id) = logits(id);
        sum -= minus_probability;
        if (sum >= p) break;
    }
    return y;
}

}  // namespace tiny_llm
