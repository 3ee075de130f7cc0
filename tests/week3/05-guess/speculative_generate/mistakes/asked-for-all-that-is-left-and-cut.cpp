#include "speculative_generate.hpp"

#include <algorithm>

#include "accept_greedy.hpp"

namespace tiny_llm {

Ids speculative_generate(const Verify& verify, const Draft& draft, const Ids& prompt, std::size_t max_new_tokens,
    const Ids& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("speculative_generate: the prompt is empty");
    Ids tokens, so_far = prompt, unread = prompt;
    std::size_t read = 0;
    while (tokens.size() < max_new_tokens) {
        const Ids guess = draft(so_far, max_new_tokens - tokens.size());
        Ids ids = unread;
        ids.insert(ids.end(), guess.begin(), guess.end());
        const Tensor logits = verify(read, ids);
        const Ids accepted = accept_greedy(guess, xt::view(logits, xt::range(unread.size() - 1, ids.size())));
        for (const TokenId token : accepted) {
            if (tokens.size() == max_new_tokens) break;
            tokens.push_back(token);
            if (std::find(stop.begin(), stop.end(), token) != stop.end() || !on_token(token)) return tokens;
        }
        so_far.insert(so_far.end(), accepted.begin(), accepted.end());
        read = so_far.size() - 1;
        unread = {so_far.back()};
    }
    return tokens;
}

}  // namespace tiny_llm
