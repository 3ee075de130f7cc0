#include "accept_greedy.hpp"

#include <algorithm>
#include <limits>

namespace tiny_llm {

// ---- all-rows-looked-at

Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits));
    }
    for (const float logit : logits) {
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity()) throw std::invalid_argument("NaN");
    }
    Ids own;
    for (std::size_t i = 0; i < logits.shape(0); ++i) {
        const auto row = xt::row(logits, i);
        own.push_back(std::max_element(row.begin(), row.end()) - row.begin());
    }
    const auto [wrong, there] = std::mismatch(draft.begin(), draft.end(), own.begin());
    Ids tokens(draft.begin(), wrong);
    tokens.push_back(*there);
    return tokens;
}

// ---- cut-to-32-bits

Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits));
    }
    Ids tokens;
    for (std::size_t i = 0; i <= draft.size(); ++i) {
        const Tensor row = xt::view(logits, i, xt::all());
        for (const float logit : row) {
            if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity())
                throw std::invalid_argument("NaN");
        }
        const int own = std::max_element(row.begin(), row.end()) - row.begin();
        tokens.push_back(own);
        if (i == draft.size()) break;
        const int guess = draft[i];
        if (guess != own) break;
    }
    return tokens;
}

// ---- equal-logit-is-enough

Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits));
    }
    Ids tokens;
    for (std::size_t i = 0; i <= draft.size(); ++i) {
        const Tensor row = xt::view(logits, i, xt::all());
        for (const float logit : row) {
            if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity())
                throw std::invalid_argument("NaN");
        }
        const auto largest = std::max_element(row.begin(), row.end());
        const bool is_token = i < draft.size() && draft[i] >= 0 && draft[i] < static_cast<TokenId>(row.size());
        if (!is_token || row(draft[i]) != *largest) {
            tokens.push_back(largest - row.begin());
            break;
        }
        tokens.push_back(draft[i]);
    }
    return tokens;
}

// ---- nan-accepted

Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits));
    }
    constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    Ids tokens;
    for (std::size_t i = 0; i <= draft.size(); ++i) {
        TokenId own = 0;
        float largest = -infinity;
        for (std::size_t t = 0; t < logits.shape(1); ++t) {
            const float logit = logits(i, t);
            if (logit == nan || logit == infinity) throw std::invalid_argument("NaN or +inf");
            if (logit > largest) own = t, largest = logit;
        }
        tokens.push_back(own);
        if (i < draft.size() && draft[i] != own) break;
    }
    return tokens;
}

// ---- no-bonus+last-of-equals

Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits));
    }
    Ids tokens;
    for (std::size_t i = 0; i < draft.size(); ++i) {
        TokenId own = 0;
        for (std::size_t t = 0; t < logits.shape(1); ++t) {
            const float logit = logits(i, t);
            if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity())
                throw std::invalid_argument("NaN");
            if (logit >= logits(i, own)) own = t;
        }
        tokens.push_back(own);
        if (draft[i] != own) break;
    }
    return tokens;
}

// ---- row-goes-on-to-the-end

Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits));
    }
    Ids tokens;
    for (std::size_t i = 0; i <= draft.size(); ++i) {
        const auto row = logits.begin() + i * logits.shape(1);
        for (std::size_t t = 0; t < logits.shape(1); ++t) {
            if (std::isnan(logits(i, t)) || logits(i, t) == std::numeric_limits<float>::infinity()) {
                throw std::invalid_argument("NaN or +inf");
            }
        }
        tokens.push_back(std::max_element(row, logits.end()) - row);
        if (i < draft.size() && draft[i] != tokens.back()) break;
    }
    return tokens;
}

}  // namespace tiny_llm
