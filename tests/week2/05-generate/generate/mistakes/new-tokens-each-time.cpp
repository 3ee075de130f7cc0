#include "generate.hpp"

#include <algorithm>

namespace tiny_llm {

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

}  // namespace tiny_llm
