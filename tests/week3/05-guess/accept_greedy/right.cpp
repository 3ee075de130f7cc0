#include "accept_greedy.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace tiny_llm {

// ---- counted-first

/// How many stay first, as Hugging Face counts; then what is kept.
Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits));
    }
    const auto V = static_cast<std::ptrdiff_t>(logits.shape(1));
    const std::function<TokenId(std::ptrdiff_t)> own = [&](std::ptrdiff_t row) {
        const auto begin = logits.cbegin() + row * V, end = begin + V;
        const auto bad = [](float x) { return std::isnan(x) || x > std::numeric_limits<float>::max(); };
        if (std::any_of(begin, end, bad)) throw std::invalid_argument("there is nothing to choose by");
        return static_cast<TokenId>(std::max_element(begin, end) - begin);
    };
    const auto wrong = std::find_if(draft.begin(), draft.end(),
        [&, row = std::ptrdiff_t{0}](TokenId guess) mutable { return own(row++) != guess; });
    Ids tokens(draft.begin(), wrong);
    tokens.push_back(own(wrong - draft.begin()));
    return tokens;
}

// ---- loops

/// Element by element, in one pass over each row.
Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits));
    }
    Ids tokens;
    for (std::size_t i = 0; i < logits.shape(0); ++i) {
        TokenId best = 0;
        float largest = -std::numeric_limits<float>::infinity();
        for (std::size_t t = 0; t < logits.shape(1); ++t) {
            const float logit = logits(i, t);
            if (!(logit < std::numeric_limits<float>::infinity())) throw std::invalid_argument("a logit is no number");
            if (logit > largest) {
                largest = logit;
                best = static_cast<TokenId>(t);
            }
        }
        tokens.push_back(best);
        if (i == draft.size() || draft[i] != best) return tokens;
    }
    return tokens;
}

// ---- recursion

static Ids from_row(const Ids& draft, const Tensor& logits, std::size_t i) {
    std::size_t best = 0;
    for (std::size_t t = logits.shape(1); t-- > 0;) {
        const double logit = logits(i, t);
        if (std::isnan(logit) || logit == std::numeric_limits<double>::infinity())
            throw std::invalid_argument("NaN, +inf");
        if (logit >= logits(i, best)) best = t;
    }
    const auto own = static_cast<TokenId>(best);
    if (i == draft.size() || own != draft[i]) return {own};
    Ids rest = from_row(draft, logits, i + 1);
    rest.insert(rest.begin(), own);
    return rest;
}

Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits));
    }
    return from_row(draft, logits, 0);
}

// ---- xtensor

/// A row as a tensor of its own, with xtensor's questions.
static TokenId choice(const Tensor& row) {
    if (xt::any(xt::isnan(row)) || xt::any(xt::isinf(row) && row > 0.0f)) throw std::invalid_argument("NaN or +inf");
    return std::distance(row.begin(), std::max_element(row.begin(), row.end()));
}

Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits));
    }
    std::size_t i = 0;
    TokenId own = choice(xt::view(logits, 0, xt::all()));
    while (i < draft.size() && draft[i] == own) {
        ++i;
        own = choice(xt::view(logits, i, xt::all()));
    }
    Ids tokens(draft.begin(), draft.begin() + i);
    tokens.push_back(own);
    return tokens;
}

}  // namespace tiny_llm
