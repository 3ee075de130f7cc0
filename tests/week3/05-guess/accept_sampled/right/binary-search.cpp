#include "accept_sampled.hpp"

#include <algorithm>
#include <numeric>

namespace tiny_llm {

/// The sums first, then a search in them. Without a last sum above u it is the first that is as large as the last.
static TokenId drawn(std::vector<double> weights, double u) {
    std::partial_sum(weights.begin(), weights.end(), weights.begin());
    const double total = weights.back();
    auto found = std::upper_bound(weights.begin(), weights.end(), u * total);
    if (found == weights.end()) found = std::lower_bound(weights.begin(), weights.end(), total);
    return found - weights.begin();
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
    const float *p = probabilities.data(), *q = draft_probabilities.data();
    Ids tokens;
    for (const TokenId guess : draft) {
        const double u = uniform();
        const bool stays = q[guess] > 0 && u < double(p[guess]) / double(q[guess]);
        if (!stays) break;
        tokens.push_back(guess);
        p += V;
        q += V;
    }
    std::vector<double> weights(p, p + V);
    if (tokens.size() < k) {
        std::transform(p, p + V, q, weights.begin(), [](double a, double b) { return a > b ? a - b : 0; });
        if (std::all_of(weights.begin(), weights.end(), [](double x) { return x == 0; })) weights.assign(p, p + V);
    }
    tokens.push_back(drawn(std::move(weights), uniform()));
    return tokens;
}

}  // namespace tiny_llm
