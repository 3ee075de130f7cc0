#include "generate.hpp"

#include <algorithm>

namespace tiny_llm {

namespace {

/// A text that grows, and how much of it next has been told.
struct Text {
    std::vector<TokenId> ids;
    std::size_t told = 0;

    std::vector<TokenId> news() {
        const auto from = ids.begin() + static_cast<std::ptrdiff_t>(told);
        told = ids.size();
        return {from, ids.end()};
    }
};

}  // namespace

std::vector<TokenId> generate(const NextLogits& next, const std::vector<TokenId>& prompt, std::size_t max_new_tokens,
    const Choose& choose, const std::vector<TokenId>& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("generate: no prompt");
    Text text{prompt};
    for (std::size_t left = max_new_tokens; left > 0; --left) {
        const Tensor logits = next(text.news());
        const TokenId token = choose(logits, text.ids);
        text.ids.push_back(token);
        if (std::any_of(stop.begin(), stop.end(), [&](TokenId one) { return one == token; })) break;
        if (on_token(token) == false) break;
    }
    text.ids.erase(text.ids.begin(), text.ids.begin() + static_cast<std::ptrdiff_t>(prompt.size()));
    return text.ids;
}

}  // namespace tiny_llm
