#include "generate.hpp"

#include <algorithm>

namespace tiny_llm {

std::vector<TokenId> generate(const NextLogits& next, const std::vector<TokenId>& prompt, std::size_t max_new_tokens,
    const Choose& choose, const std::vector<TokenId>& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("generate: no prompt");
    if (max_new_tokens == 0) return {};
    std::vector<TokenId> text = prompt;
    const auto new_tokens = [&] { return std::vector<TokenId>(text.begin() + std::ssize(prompt), text.end()); };
    Tensor logits = next(prompt);
    for (;;) {
        text.push_back(choose(logits, text));
        const TokenId token = text.back();
        if (std::count(stop.begin(), stop.end(), token) > 0 || !on_token(token)) return new_tokens();
        if (text.size() - prompt.size() == max_new_tokens) return new_tokens();
        logits = next({token});
    }
}

}  // namespace tiny_llm
