#include "generate.hpp"

#include <set>

namespace tiny_llm {

std::vector<TokenId> generate(const NextLogits& next, const std::vector<TokenId>& prompt, std::size_t max_new_tokens,
    const Choose& choose, const std::vector<TokenId>& stop, const OnToken& on_token) {
    if (prompt.size() == 0) throw std::invalid_argument("generate: no prompt");
    const std::set<TokenId> ends(stop.begin(), stop.end());
    std::vector<TokenId> tokens;
    bool goes_on = true;
    for (std::size_t n = 0; goes_on && n < max_new_tokens; ++n) {
        const Tensor logits = n == 0 ? next(prompt) : next(std::vector<TokenId>{tokens.back()});
        std::vector<TokenId> text(prompt);
        text.insert(text.end(), tokens.begin(), tokens.end());
        tokens.push_back(choose(logits, text));
        goes_on = ends.count(tokens.back()) == 0 && on_token(tokens.back());
    }
    return tokens;
}

}  // namespace tiny_llm
