#include "speculative_generate.hpp"

#include <algorithm>
#include <deque>

#include "accept_greedy.hpp"

namespace tiny_llm {

Ids speculative_generate(const Verify& verify, const Draft& draft, const Ids& prompt, std::size_t max_new_tokens,
    const Ids& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("speculative_generate: no prompt");
    Ids tokens, ids = prompt;
    std::size_t keep = 0;
    if (max_new_tokens == 0) return tokens;
    for (;;) {
        Ids text = prompt;
        text.insert(text.end(), tokens.begin(), tokens.end());
        const Ids guess = draft(text, max_new_tokens - 1 - tokens.size());
        ids.insert(ids.end(), guess.begin(), guess.end());
        const Tensor logits = verify(keep, ids);
        const std::size_t vocabulary = logits.shape(1), rows = guess.size() + 1;
        Tensor last(std::vector<std::size_t>{rows, vocabulary});
        std::copy(logits.end() - static_cast<std::ptrdiff_t>(rows * vocabulary), logits.end(), last.begin());
        const Ids accepted = accept_greedy(guess, last);
        std::deque<TokenId> untold(accepted.begin(), accepted.end());
        while (!untold.empty()) {
            tokens.push_back(untold.front());
            untold.pop_front();
            const bool ends = std::any_of(stop.begin(), stop.end(), [&](TokenId one) { return one == tokens.back(); });
            if (ends || on_token(tokens.back()) == false) return tokens;
        }
        if (tokens.size() == max_new_tokens) return tokens;
        keep = text.size() + accepted.size() - 1;
        ids.assign(1, accepted.back());
    }
}

}  // namespace tiny_llm
