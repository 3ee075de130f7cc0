#include "accept_sampled.hpp"

#include <algorithm>
#include <numeric>

namespace tiny_llm {

// ---- binary-search

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

// ---- normalized-before

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

// ---- products

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

// ---- xtensor

using Doubles = xt::xarray<double>;

static TokenId drawn(const Doubles& p, double u) {
    TokenId last = 0;
    double sum = 0;
    for (std::size_t t = 0; t < p.size(); ++t) {
        if (p(t) > 0) last = static_cast<TokenId>(t);
        if ((sum += p(t)) > u) break;
    }
    return last;
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
        const Doubles p = xt::cast<double>(xt::view(probabilities, i, xt::all()));
        const Doubles q = xt::cast<double>(xt::view(draft_probabilities, i, xt::all()));
        const std::size_t guess = draft[i];
        if (uniform() < (q(guess) == 0 ? 0 : p(guess) / q(guess))) {
            tokens.push_back(draft[i]);
            continue;
        }
        Doubles rest = xt::maximum(p - q, 0.0);
        const double total = xt::sum(rest)();
        if (total > 0) rest /= total;
        else rest = p;
        tokens.push_back(drawn(rest, uniform()));
        return tokens;
    }
    tokens.push_back(drawn(xt::cast<double>(xt::view(probabilities, k, xt::all())), uniform()));
    return tokens;
}

}  // namespace tiny_llm
