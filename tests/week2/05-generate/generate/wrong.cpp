#include "generate.hpp"

#include <algorithm>

namespace tiny_llm {

// ---- limit-as-int

std::vector<TokenId> generate(const NextLogits& next, const std::vector<TokenId>& prompt, std::size_t max_new_tokens,
    const Choose& choose, const std::vector<TokenId>& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("generate: the prompt is empty");
    const int limit = max_new_tokens;
    std::vector<TokenId> tokens, so_far = prompt, ids = prompt;
    for (int n = 0; n < limit; ++n) {
        const TokenId token = choose(next(ids), so_far);
        tokens.push_back(token);
        if (std::find(stop.begin(), stop.end(), token) != stop.end()) break;
        if (!on_token(token)) break;
        so_far.push_back(token);
        ids = {token};
    }
    return tokens;
}

// ---- limit-wraps

std::vector<TokenId> generate(const NextLogits& next, const std::vector<TokenId>& prompt, std::size_t max_new_tokens,
    const Choose& choose, const std::vector<TokenId>& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("generate: the prompt is empty");
    std::vector<TokenId> tokens, so_far = prompt, ids = prompt;
    for (std::size_t n = 0; n <= max_new_tokens - 1; ++n) {
        const TokenId token = choose(next(ids), so_far);
        tokens.push_back(token);
        if (std::count(stop.begin(), stop.end(), token) > 0 || !on_token(token)) break;
        so_far.push_back(token);
        ids.assign(1, token);
    }
    return tokens;
}

// ---- new-tokens-each-time

std::vector<TokenId> generate(const NextLogits& next, const std::vector<TokenId>& prompt, std::size_t max_new_tokens,
    const Choose& choose, const std::vector<TokenId>& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("generate: the prompt is empty");
    std::vector<TokenId> tokens, so_far = prompt;
    const std::vector<TokenId>* ids = &prompt;
    while (tokens.size() < max_new_tokens) {
        const TokenId token = choose(next(*ids), so_far);
        tokens.push_back(token);
        if (std::find(stop.begin(), stop.end(), token) != stop.end()) break;
        if (!on_token(token)) break;
        so_far.push_back(token);
        ids = &tokens;
    }
    return tokens;
}

// ---- room-for-the-limit

std::vector<TokenId> generate(const NextLogits& next, const std::vector<TokenId>& prompt, std::size_t max_new_tokens,
    const Choose& choose, const std::vector<TokenId>& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("generate: the prompt is empty");
    std::vector<TokenId> tokens, so_far = prompt, ids = prompt;
    tokens.reserve(max_new_tokens);
    while (tokens.size() < max_new_tokens) {
        const TokenId token = choose(next(ids), so_far);
        tokens.push_back(token);
        if (std::find(stop.begin(), stop.end(), token) != stop.end()) break;
        if (!on_token(token)) break;
        so_far.push_back(token);
        ids = {token};
    }
    return tokens;
}

// ---- stop-searched-as-if-sorted

std::vector<TokenId> generate(const NextLogits& next, const std::vector<TokenId>& prompt, std::size_t max_new_tokens,
    const Choose& choose, const std::vector<TokenId>& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("generate: the prompt is empty");
    std::vector<TokenId> tokens, so_far = prompt, ids = prompt;
    while (tokens.size() < max_new_tokens) {
        const TokenId token = choose(next(ids), so_far);
        tokens.push_back(token);
        if (std::binary_search(stop.begin(), stop.end(), token)) break;
        if (!on_token(token)) break;
        so_far.push_back(token);
        ids = {token};
    }
    return tokens;
}

// ---- told-of-the-stop-token+cut-to-32-bits

std::vector<TokenId> generate(const NextLogits& next, const std::vector<TokenId>& prompt, std::size_t max_new_tokens,
    const Choose& choose, const std::vector<TokenId>& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("generate: the prompt is empty");
    std::vector<TokenId> tokens, so_far = prompt, ids = prompt;
    while (tokens.size() < max_new_tokens) {
        const int token = choose(next(ids), so_far);
        tokens.push_back(token);
        so_far.push_back(token);
        if (!on_token(token) || std::find(stop.begin(), stop.end(), token) != stop.end()) break;
        ids = {token};
    }
    return tokens;
}

}  // namespace tiny_llm
