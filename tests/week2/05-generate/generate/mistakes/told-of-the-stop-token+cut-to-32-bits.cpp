#include "generate.hpp"

#include <algorithm>

namespace tiny_llm {

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
