#include "accept_sampled.hpp"

namespace tiny_llm {

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
