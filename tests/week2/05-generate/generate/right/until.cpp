#include "generate.hpp"

#include <algorithm>

namespace tiny_llm {

std::vector<TokenId> generate(const NextLogits& next, const std::vector<TokenId>& prompt, std::size_t max_new_tokens,
    const Choose& choose, const std::vector<TokenId>& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("generate: no prompt");
    std::vector<TokenId> sorted = stop, tokens;
    std::sort(sorted.begin(), sorted.end());
    if (max_new_tokens == 0) return tokens;
    std::vector<TokenId> so_far, ids = prompt;
    do {
        so_far.insert(so_far.end(), ids.begin(), ids.end());
        tokens.push_back(choose(next(ids), so_far));
        ids.assign(1, tokens.back());
    } while (!std::binary_search(sorted.begin(), sorted.end(), ids[0]) && on_token(ids[0]) &&
             tokens.size() < max_new_tokens);
    return tokens;
}

}  // namespace tiny_llm
