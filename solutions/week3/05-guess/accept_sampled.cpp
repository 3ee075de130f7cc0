#include "accept_sampled.hpp"

#include <algorithm>
#include <numeric>

namespace tiny_llm {

/// The first token at which the running sum of the weights, divided by their total, exceeds u.
static TokenId drawn(const std::vector<double>& weights, double total, double u) {
    double sum = 0;
    TokenId last = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] == 0) continue;
        last = static_cast<TokenId>(i);
        sum += weights[i] / total;
        if (sum > u) return last;
    }
    return last;  // rounding has left a little over
}

Ids accept_sampled(const Ids& draft, const Tensor& draft_probabilities, const Tensor& probabilities,
                   const std::function<double()>& uniform) {
    const std::size_t k = draft.size();
    if (probabilities.dimension() != 2 || probabilities.shape(0) != k + 1 || probabilities.shape(1) == 0 ||
        draft_probabilities.dimension() != 2 || draft_probabilities.shape(0) != k ||
        draft_probabilities.shape(1) != probabilities.shape(1)) {
        throw std::invalid_argument("accept_sampled: probabilities of " + std::to_string(k) + " guesses are " +
                                    shape_string(draft_probabilities) + " and " + shape_string(probabilities) +
                                    ", expected (" + std::to_string(k) + ", V) and (" + std::to_string(k + 1) + ", V)");
    }
    const std::size_t V = probabilities.shape(1);
    for (const TokenId guess : draft) {
        if (guess < 0 || static_cast<std::size_t>(guess) >= V) {
            throw std::invalid_argument("accept_sampled: the guess " + std::to_string(guess) + " is none of " +
                                        std::to_string(V) + " tokens");
        }
    }

    Ids tokens;
    for (std::size_t i = 0; i < k; ++i) {
        const float *q = draft_probabilities.data() + i * V, *p = probabilities.data() + i * V;
        const TokenId guess = draft[i];
        const double u = uniform();
        if (q[guess] > 0 && u < static_cast<double>(p[guess]) / q[guess]) {
            tokens.push_back(guess);
            continue;
        }
        std::vector<double> rest(V);
        for (std::size_t t = 0; t < V; ++t) rest[t] = std::max(0.0, static_cast<double>(p[t]) - q[t]);
        double total = std::accumulate(rest.begin(), rest.end(), 0.0);
        if (total == 0) {
            rest.assign(p, p + V);
            total = 1;
        }
        tokens.push_back(drawn(rest, total, uniform()));
        return tokens;
    }
    const float* p = probabilities.data() + k * V;
    tokens.push_back(drawn({p, p + V}, 1, uniform()));
    return tokens;
}

}  // namespace tiny_llm
