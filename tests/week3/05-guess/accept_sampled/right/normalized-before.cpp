#include "accept_sampled.hpp"

#include <algorithm>
#include <numeric>

namespace tiny_llm {

static std::vector<double> normalized(std::vector<double> weights) {
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) weight /= total;
    return weights;
}

static TokenId drawn(const std::vector<double>& p, double u) {
    std::size_t t = 0;
    for (double sum = p[0]; sum <= u && t + 1 < p.size(); sum += p[t]) ++t;
    while (p[t] == 0) --t;
    return static_cast<TokenId>(t);
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
    const auto row = [V](const Tensor& table, std::size_t i) {
        return std::vector<double>(table.begin() + i * V, table.begin() + (i + 1) * V);
    };
    Ids tokens;
    while (tokens.size() < k) {
        const std::size_t i = tokens.size(), guess = draft[i];
        const std::vector<double> p = row(probabilities, i), q = row(draft_probabilities, i);
        const double stays = q[guess] == 0 ? 0 : std::min(1.0, p[guess] / q[guess]);
        if (uniform() < stays) {
            tokens.push_back(draft[i]);
            continue;
        }
        std::vector<double> rest(V);
        for (std::size_t t = 0; t < V; ++t) rest[t] = p[t] < q[t] ? 0 : p[t] - q[t];
        const bool empty = *std::max_element(rest.begin(), rest.end()) == 0;
        tokens.push_back(drawn(empty ? p : normalized(rest), uniform()));
        return tokens;
    }
    tokens.push_back(drawn(normalized(row(probabilities, k)), uniform()));
    return tokens;
}

}  // namespace tiny_llm
