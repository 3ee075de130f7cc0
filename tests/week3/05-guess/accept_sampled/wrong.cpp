#include "accept_sampled.hpp"

#include <algorithm>

namespace tiny_llm {

// ---- float-sums

static TokenId drawn(const std::vector<double>& p, double u) {
    float sum = 0;
    std::size_t last = 0;
    for (std::size_t t = 0; t < p.size(); ++t) {
        if (p[t] > 0) last = t;
        sum += p[t];
        if (sum > u) break;
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
    const float *p = probabilities.data(), *q = draft_probabilities.data();
    Ids tokens;
    for (std::size_t i = 0; i < k; ++i, p += V, q += V) {
        const TokenId guess = draft[i];
        const double u = uniform();
        if (q[guess] > 0 && u < double(p[guess]) / q[guess]) {
            tokens.push_back(guess);
            continue;
        }
        std::vector<double> rest(V);
        double total = 0;
        for (std::size_t t = 0; t < V; ++t) {
            rest[t] = std::max(0.0, double(p[t]) - q[t]);
            total += rest[t];
        }
        for (std::size_t t = 0; t < V; ++t) rest[t] = total > 0 ? rest[t] / total : p[t];
        tokens.push_back(drawn(rest, uniform()));
        return tokens;
    }
    tokens.push_back(drawn({p, p + V}, uniform()));
    return tokens;
}

// ---- guess-struck-out+draws-for-all-first

static TokenId drawn(const std::vector<double>& p, double u) {
    double sum = 0;
    std::size_t last = 0;
    for (std::size_t t = 0; t < p.size(); ++t) {
        if (p[t] > 0) last = t;
        sum += p[t];
        if (sum > u) break;
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
    std::vector<double> us(k);
    for (double& u : us) u = uniform();
    const float *p = probabilities.data(), *q = draft_probabilities.data();
    Ids tokens;
    for (std::size_t i = 0; i < k; ++i, p += V, q += V) {
        const TokenId guess = draft[i];
        if (q[guess] > 0 && us[i] < double(p[guess]) / q[guess]) {
            tokens.push_back(guess);
            continue;
        }
        std::vector<double> rest(p, p + V);
        rest[guess] = 0;
        double total = 0;
        for (const double one : rest) total += one;
        for (std::size_t t = 0; t < V; ++t) rest[t] = total > 0 ? rest[t] / total : p[t];
        tokens.push_back(drawn(rest, uniform()));
        return tokens;
    }
    tokens.push_back(drawn({p, p + V}, uniform()));
    return tokens;
}

// ---- nothing-left-gives-token-0

static TokenId drawn(const std::vector<double>& p, double u) {
    double sum = 0;
    std::size_t last = 0;
    for (std::size_t t = 0; t < p.size(); ++t) {
        if (p[t] > 0) last = t;
        sum += p[t];
        if (sum > u) break;
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
    const float *p = probabilities.data(), *q = draft_probabilities.data();
    Ids tokens;
    for (std::size_t i = 0; i < k; ++i, p += V, q += V) {
        const TokenId guess = draft[i];
        const double u = uniform();
        if (q[guess] > 0 && u < double(p[guess]) / q[guess]) {
            tokens.push_back(guess);
            continue;
        }
        std::vector<double> rest(V);
        double total = 0;
        for (std::size_t t = 0; t < V; ++t) {
            rest[t] = std::max(0.0, double(p[t]) - q[t]);
            total += rest[t];
        }
        for (double& one : rest) one /= total;
        tokens.push_back(drawn(rest, uniform()));
        return tokens;
    }
    tokens.push_back(drawn({p, p + V}, uniform()));
    return tokens;
}

// ---- probabilities-edited

static TokenId drawn(const std::vector<double>& p, double u) {
    double sum = 0;
    std::size_t last = 0;
    for (std::size_t t = 0; t < p.size(); ++t) {
        if (p[t] > 0) last = t;
        sum += p[t];
        if (sum > u) break;
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
    const float *p = probabilities.data(), *q = draft_probabilities.data();
    Ids tokens;
    for (std::size_t i = 0; i < k; ++i, p += V, q += V) {
        const TokenId guess = draft[i];
        const double u = uniform();
        if (q[guess] > 0 && u < double(p[guess]) / q[guess]) {
            tokens.push_back(guess);
            continue;
        }
        std::vector<double> rest(V);
        double total = 0;
        for (std::size_t t = 0; t < V; ++t) {
            rest[t] = std::max(0.0, double(p[t]) - q[t]);
            total += rest[t];
        }
        for (std::size_t t = 0; t < V; ++t) rest[t] = total > 0 ? rest[t] / total : p[t];
        xt::view(const_cast<Tensor&>(probabilities), i, xt::all()) -= xt::view(draft_probabilities, i, xt::all());
        tokens.push_back(drawn(rest, uniform()));
        return tokens;
    }
    tokens.push_back(drawn({p, p + V}, uniform()));
    return tokens;
}

// ---- ratio-in-float

static TokenId drawn(const std::vector<double>& p, double u) {
    double sum = 0;
    std::size_t last = 0;
    for (std::size_t t = 0; t < p.size(); ++t) {
        if (p[t] > 0) last = t;
        sum += p[t];
        if (sum > u) break;
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
    const float *p = probabilities.data(), *q = draft_probabilities.data();
    Ids tokens;
    for (std::size_t i = 0; i < k; ++i, p += V, q += V) {
        const TokenId guess = draft[i];
        const double u = uniform();
        if (q[guess] > 0 && u < p[guess] / q[guess]) {
            tokens.push_back(guess);
            continue;
        }
        std::vector<double> rest(V);
        double total = 0;
        for (std::size_t t = 0; t < V; ++t) {
            rest[t] = std::max(0.0, double(p[t]) - q[t]);
            total += rest[t];
        }
        for (std::size_t t = 0; t < V; ++t) rest[t] = total > 0 ? rest[t] / total : p[t];
        tokens.push_back(drawn(rest, uniform()));
        return tokens;
    }
    tokens.push_back(drawn({p, p + V}, uniform()));
    return tokens;
}

// ---- same-draw-for-both

static TokenId drawn(const std::vector<double>& p, double u) {
    double sum = 0;
    std::size_t last = 0;
    for (std::size_t t = 0; t < p.size(); ++t) {
        if (p[t] > 0) last = t;
        sum += p[t];
        if (sum > u) break;
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
    const float *p = probabilities.data(), *q = draft_probabilities.data();
    Ids tokens;
    for (std::size_t i = 0; i < k; ++i, p += V, q += V) {
        const TokenId guess = draft[i];
        const double u = uniform();
        if (q[guess] > 0 && u < double(p[guess]) / q[guess]) {
            tokens.push_back(guess);
            continue;
        }
        std::vector<double> rest(V);
        double total = 0;
        for (std::size_t t = 0; t < V; ++t) {
            rest[t] = std::max(0.0, double(p[t]) - q[t]);
            total += rest[t];
        }
        for (std::size_t t = 0; t < V; ++t) rest[t] = total > 0 ? rest[t] / total : p[t];
        tokens.push_back(drawn(rest, u));
        return tokens;
    }
    tokens.push_back(drawn({p, p + V}, uniform()));
    return tokens;
}

// ---- u-rounded

static TokenId drawn(const std::vector<double>& p, float u) {
    double sum = 0;
    std::size_t last = 0;
    for (std::size_t t = 0; t < p.size(); ++t) {
        if (p[t] > 0) last = t;
        sum += p[t];
        if (sum > u) break;
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
    const float *p = probabilities.data(), *q = draft_probabilities.data();
    Ids tokens;
    for (std::size_t i = 0; i < k; ++i, p += V, q += V) {
        const TokenId guess = draft[i];
        const float u = uniform();
        if (q[guess] > 0 && u < double(p[guess]) / q[guess]) {
            tokens.push_back(guess);
            continue;
        }
        std::vector<double> rest(V);
        double total = 0;
        for (std::size_t t = 0; t < V; ++t) {
            rest[t] = std::max(0.0, double(p[t]) - q[t]);
            total += rest[t];
        }
        for (std::size_t t = 0; t < V; ++t) rest[t] = total > 0 ? rest[t] / total : p[t];
        tokens.push_back(drawn(rest, uniform()));
        return tokens;
    }
    tokens.push_back(drawn({p, p + V}, uniform()));
    return tokens;
}

}  // namespace tiny_llm
