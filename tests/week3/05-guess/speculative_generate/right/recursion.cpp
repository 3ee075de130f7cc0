#include "speculative_generate.hpp"

#include <algorithm>

#include "accept_greedy.hpp"

namespace tiny_llm {

namespace {

/// The tokens after so_far, of which verify has read the first `read`.
Ids rest(const Verify& verify, const Draft& draft, const Ids& so_far, std::size_t read, std::size_t most,
    const Ids& stop, const OnToken& on_token) {
    if (most == 0) return {};
    const Ids guess = most == 1 ? Ids() : draft(so_far, most - 1);
    Ids ids(so_far.begin() + static_cast<std::ptrdiff_t>(read), so_far.end());
    ids.insert(ids.end(), guess.begin(), guess.end());
    const Tensor logits = verify(read, ids);
    Ids tokens = accept_greedy(guess, xt::view(logits, xt::range(ids.size() - guess.size() - 1, ids.size())));
    for (auto token = tokens.begin(); token != tokens.end(); ++token) {
        if (std::count(stop.begin(), stop.end(), *token) == 0 && on_token(*token)) continue;
        tokens.erase(token + 1, tokens.end());
        return tokens;
    }
    Ids text = so_far;
    text.insert(text.end(), tokens.begin(), tokens.end());
    const Ids more = rest(verify, draft, text, text.size() - 1, most - tokens.size(), stop, on_token);
    tokens.insert(tokens.end(), more.begin(), more.end());
    return tokens;
}

}  // namespace

Ids speculative_generate(const Verify& verify, const Draft& draft, const Ids& prompt, std::size_t max_new_tokens,
    const Ids& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("speculative_generate: no prompt");
    return rest(verify, draft, prompt, 0, max_new_tokens, stop, on_token);
}

}  // namespace tiny_llm
