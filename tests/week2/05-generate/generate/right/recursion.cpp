#include "generate.hpp"

#include <algorithm>

namespace tiny_llm {

namespace {

/// The tokens after so_far, of which next has not been told the last `untold`.
std::vector<TokenId> rest(const NextLogits& next, std::vector<TokenId> so_far, std::size_t untold, std::size_t most,
    const Choose& choose, const std::vector<TokenId>& stop, const OnToken& on_token) {
    if (most == 0) return {};
    const TokenId token = choose(next({so_far.end() - static_cast<std::ptrdiff_t>(untold), so_far.end()}), so_far);
    for (const TokenId one : stop) {
        if (token == one) return {token};
    }
    if (!on_token(token)) return {token};
    so_far.push_back(token);
    std::vector<TokenId> tokens = rest(next, std::move(so_far), 1, most - 1, choose, stop, on_token);
    tokens.insert(tokens.begin(), token);
    return tokens;
}

}  // namespace

std::vector<TokenId> generate(const NextLogits& next, const std::vector<TokenId>& prompt, std::size_t max_new_tokens,
    const Choose& choose, const std::vector<TokenId>& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("generate: no prompt");
    return rest(next, prompt, prompt.size(), max_new_tokens, choose, stop, on_token);
}

}  // namespace tiny_llm
