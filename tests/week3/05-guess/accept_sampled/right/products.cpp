#include "accept_sampled.hpp"

#include <algorithm>

namespace tiny_llm {

/// Without a division: sums are compared with u times the whole.
static TokenId drawn(const std::vector<double>& weights, double u) {
    double total = 0, sum = 0;
    for (const double weight : weights) total += weight;
    std::size_t last = 0;
    for (std::size_t t = 0; t < weights.size(); ++t) {
        sum += weights[t];
        if (sum > u * total) return static_cast<TokenId>(t);
        if (weights[t] > 0) last = t;
    }
    return static_cast<TokenId>(last);
}

Ids accept_sampled(const Ids& draft, const Tensor& draft_probabilities, const Tensor& probabilities,
    const std::function<double()>& uniform) {
    const std::size_t k = draft.size();
    if (probabilities.dimension() != 2 || probabilities.shape(0) != k + 1 || probabilities.shape(1) == 0 ||
        draft_probabilities.dimension() != 2 || draft_probabilities.shape(0) != k ||
        draft_probabilities.shape(1) != probabilities.shape(1)) {
        throw std::invalid_argument("accept_sampled: shapes");
    }
    const std::size_t V = probabilities.shape(1);
    for (const TokenId guess : draft) {
        if (guess < 0 || static_cast<std::size_t>(guess) >= V) throw std::invalid_argument("accept_sampled: no token");
    }
    Ids tokens;
    for (std::size_t i = 0; i < k; ++i) {
        const double q = draft_probabilities(i, draft[i]), p = probabilities(i, draft[i]), u = uniform();
        if (q == 0 || u * q >= p) break;
        tokens.push_back(draft[i]);
    }
    const std::size_t i = tokens.size();
    std::vector<double> weights(V);
    bool any = false;
    for (std::size_t t = 0; t < V; ++t) {
        weights[t] = probabilities(i, t);
        if (i < k) weights[t] -= draft_probabilities(i, t);
        weights[t] = std::max(weights[t], 0.0);
        any = any || weights[t] > 0;
    }
    if (!any) {
        for (std::size_t t = 0; t < V; ++t) weights[t] = probabilities(i, t);
    }
    tokens.push_back(drawn(weights, uniform()));
    return tokens;
}

}  // namespace tiny_llm
