#include "generate.hpp"

#include <algorithm>

namespace tiny_llm {

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

}  // namespace tiny_llm
