#include "generate.hpp"

#include <algorithm>
#include <set>

namespace tiny_llm {

// ---- first-apart

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

// ---- flag

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

// ---- recursion

namespace {

/// The tokens after so_far, of which next has not been told the last `untold`.
std::vector<TokenId> rest(const NextLogits& next, std::vector<TokenId> so_far, std::size_t untold, std::size_t most,
    const Choose& choose, const std::vector<TokenId>& stop, const OnToken& on_token) {
    if (most == 0) return {};
    const TokenId token = choose(next({so_far.end() - static_cast<std::ptrdiff_t>(untold), so_far.end()}), so_far);
    for (const TokenId one : stop) {
        if (token == one) return {token};
    }
    if (!on_token(token)) return {token};
    so_far.push_back(token);
    std::vector<TokenId> tokens = rest(next, std::move(so_far), 1, most - 1, choose, stop, on_token);
    tokens.insert(tokens.begin(), token);
    return tokens;
}

}  // namespace

std::vector<TokenId> generate(const NextLogits& next, const std::vector<TokenId>& prompt, std::size_t max_new_tokens,
    const Choose& choose, const std::vector<TokenId>& stop, const OnToken& on_token) {
    if (prompt.empty()) throw std::invalid_argument("generate: no prompt");
    return rest(next, prompt, prompt.size(), max_new_tokens, choose, stop, on_token);
}

// ---- state

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

// ---- until

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
