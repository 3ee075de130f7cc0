#include "speculative_generate.hpp"

#include <algorithm>
#include <deque>
#include <set>

#include "accept_greedy.hpp"

namespace tiny_llm {

// ---- copied-rows

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

// ---- own-greedy

Ids speculative_generate(const Verify& verify, const Draft& draft, const Ids& prompt, std::size_t max_new_tokens,
    const Ids& stop, const OnToken& on_token) {
    if (prompt.size() == 0) throw std::invalid_argument("speculative_generate: no prompt");
    const std::set<TokenId> ends(stop.begin(), stop.end());
    Ids tokens;
    Ids so_far = prompt;
    std::size_t known = 0;
    bool goes_on = true;
    while (goes_on && tokens.size() != max_new_tokens) {
        const Ids guess = draft(so_far, max_new_tokens - tokens.size() - 1);
        Ids ids(so_far);
        ids.erase(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(known));
        std::size_t row = ids.size() - 1;
        for (const TokenId token : guess) ids.push_back(token);
        const Tensor logits = verify(known, ids);
        known = so_far.size();
        // A token at a time, as long as the guess agrees.
        for (bool agrees = true; goes_on && agrees; ++row) {
            const std::size_t i = row - (ids.size() - guess.size() - 1);
            const float* its = logits.data() + row * logits.shape(1);
            const TokenId token = std::max_element(its, its + logits.shape(1)) - its;
            agrees = i < guess.size() && guess[i] == token;
            if (agrees) ++known;
            tokens.push_back(token);
            so_far.push_back(token);
            goes_on = ends.count(token) == 0 && on_token(token);
        }
    }
    return tokens;
}

// ---- pending

Ids speculative_generate(const Verify& verify, const Draft& draft, const Ids& prompt, std::size_t max_new_tokens,
    const Ids& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("speculative_generate: no prompt");
    Ids text = prompt;
    std::size_t read = 0;
    const std::size_t n = prompt.size();
    const auto result = [&] { return Ids(text.begin() + static_cast<std::ptrdiff_t>(n), text.end()); };
    for (std::size_t left = max_new_tokens; left > 0; left = max_new_tokens - (text.size() - n)) {
        Ids guess;
        if (left > 1) guess = draft(text, left - 1);
        Ids ids(text.begin() + static_cast<std::ptrdiff_t>(read), text.end());
        const std::size_t first = ids.size() - 1;
        ids.insert(ids.end(), guess.begin(), guess.end());
        const Tensor logits = verify(read, ids);
        const Tensor rows = xt::view(logits, xt::range(first, first + guess.size() + 1), xt::all());
        read = text.size();  // and each accepted guess
        const Ids news = accept_greedy(guess, rows);
        for (std::size_t i = 0; i < news.size(); ++i) {
            text.push_back(news[i]);
            if (i + 1 < news.size()) ++read;
            for (const TokenId one : stop) {
                if (one == news[i]) return result();
            }
            if (!on_token(news[i])) return result();
        }
    }
    return result();
}

// ---- recursion

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
