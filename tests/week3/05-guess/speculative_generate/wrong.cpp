#include "speculative_generate.hpp"

#include <algorithm>

#include "accept_greedy.hpp"

namespace tiny_llm {

// ---- asked-for-all-that-is-left-and-cut

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

// ---- limit-as-int

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

// ---- rejected-kept

Ids speculative_generate(const Verify& verify, const Draft& draft, const Ids& prompt, std::size_t max_new_tokens,
    const Ids& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("speculative_generate: the prompt is empty");
    Ids tokens, so_far = prompt, unread = prompt;
    std::size_t read = 0;
    while (tokens.size() < max_new_tokens) {
        const Ids guess = draft(so_far, max_new_tokens - tokens.size() - 1);
        Ids ids = unread;
        ids.insert(ids.end(), guess.begin(), guess.end());
        const Tensor logits = verify(read, ids);
        read += ids.size();
        const Ids accepted = accept_greedy(guess, xt::view(logits, xt::range(unread.size() - 1, ids.size())));
        for (const TokenId token : accepted) {
            tokens.push_back(token);
            so_far.push_back(token);
            if (std::find(stop.begin(), stop.end(), token) != stop.end() || !on_token(token)) return tokens;
        }
        unread = {so_far.back()};
    }
    return tokens;
}

// ---- rows-from-the-first

Ids speculative_generate(const Verify& verify, const Draft& draft, const Ids& prompt, std::size_t max_new_tokens,
    const Ids& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("speculative_generate: the prompt is empty");
    Ids tokens, so_far = prompt, unread = prompt;
    std::size_t read = 0;
    while (tokens.size() < max_new_tokens) {
        const Ids guess = draft(so_far, max_new_tokens - tokens.size() - 1);
        unread.insert(unread.end(), guess.begin(), guess.end());
        const Tensor logits = verify(read, unread);
        const Ids accepted = accept_greedy(guess, xt::view(logits, xt::range(std::size_t{0}, guess.size() + 1)));
        for (const TokenId token : accepted) {
            tokens.push_back(token);
            if (std::find(stop.begin(), stop.end(), token) != stop.end() || !on_token(token)) return tokens;
        }
        so_far.insert(so_far.end(), accepted.begin(), accepted.end());
        read = so_far.size() - 1;
        unread = {so_far.back()};
    }
    return tokens;
}

// ---- stop-ends-the-pass-alone+false-ends-the-pass-alone

Ids speculative_generate(const Verify& verify, const Draft& draft, const Ids& prompt, std::size_t max_new_tokens,
    const Ids& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("speculative_generate: the prompt is empty");
    Ids tokens, so_far = prompt, unread = prompt;
    while (tokens.size() < max_new_tokens) {
        const Ids guess = draft(so_far, max_new_tokens - tokens.size() - 1);
        Ids ids = unread;
        ids.insert(ids.end(), guess.begin(), guess.end());
        const Tensor logits = verify(so_far.size() - unread.size(), ids);
        const Ids accepted = accept_greedy(guess, xt::view(logits, xt::range(unread.size() - 1, ids.size())));
        for (const TokenId token : accepted) {
            tokens.push_back(token);
            if (std::find(stop.begin(), stop.end(), token) != stop.end()) break;
            if (!on_token(token)) break;
        }
        so_far.insert(so_far.end(), accepted.begin(), accepted.end());
        unread = {so_far.back()};
    }
    return tokens;
}

}  // namespace tiny_llm
