#include "speculative_generate.hpp"

#include <algorithm>

#include "accept_greedy.hpp"

namespace tiny_llm {

Ids speculative_generate(const Verify& verify, const Draft& draft, const Ids& prompt, std::size_t max_new_tokens,
    const Ids& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("speculative_generate: the prompt is empty");
    Ids tokens, so_far = prompt, ids = prompt;
    std::size_t read = 0;
    for (int left = max_new_tokens; left > 0;) {
        const Ids guess = draft(so_far, left - 1);
        ids.insert(ids.end(), guess.begin(), guess.end());
        const Tensor logits = verify(read, ids);
        const Ids accepted =
            accept_greedy(guess, xt::view(logits, xt::range(ids.size() - guess.size() - 1, ids.size())));
        for (const TokenId token : accepted) {
            tokens.push_back(token);
            if (std::find(stop.begin(), stop.end(), token) != stop.end() || !on_token(token)) return tokens;
        }
        left -= accepted.size();
        so_far.insert(so_far.end(), accepted.begin(), accepted.end());
        read = so_far.size() - 1;
        ids = {so_far.back()};
    }
    return tokens;
}

}  // namespace tiny_llm
