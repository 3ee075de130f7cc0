#include "token_mask.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tiny_llm {

/// In alphabetical order: of what a token shares with the one before it, the states are known.
std::vector<bool> token_mask(
    const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary, const Ids& stop) {
    if (state >= dfa.next.size()) throw std::invalid_argument("token_mask");
    for (const TokenId id : stop) {
        if (id < 0 || id >= std::ssize(vocabulary)) throw std::invalid_argument("token_mask");
    }
    // A table without the ways into dead states: what is left of it leads to acceptance.
    auto next = dfa.next;
    std::vector<bool> dead(next.size(), true);
    for (bool changed = true; std::exchange(changed, false);) {
        for (std::size_t from = 0; from < next.size(); ++from) {
            if (!dead[from]) continue;
            bool is_alive = dfa.accepting[from];
            for (const std::int32_t to : next[from]) is_alive = is_alive || (to >= 0 && !dead[to]);
            if (is_alive) dead[from] = false, changed = true;
        }
    }
    for (auto& row : next) {
        for (std::int32_t& to : row) {
            if (to >= 0 && dead[to]) to = -1;
        }
    }

    std::vector<std::size_t> order(vocabulary.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return vocabulary[a] < vocabulary[b]; });
    std::vector<bool> mask(vocabulary.size());
    std::vector<std::int32_t> states{static_cast<std::int32_t>(state)};  // after each byte of the last token
    std::string last;
    for (const std::size_t id : order) {
        const std::string& token = vocabulary[id];
        const auto apart = std::mismatch(token.begin(), token.end(), last.begin(), last.end()).first - token.begin();
        states.resize(apart + 1);
        for (std::size_t i = apart; i < token.size(); ++i) {
            const std::int32_t now = states.back();
            states.push_back(now < 0 ? -1 : next[now][static_cast<unsigned char>(token[i])]);
        }
        mask[id] = !token.empty() && states.back() >= 0;
        last = token;
    }
    for (const TokenId id : stop) mask[id] = dfa.accepting[state];
    return mask;
}

}  // namespace tiny_llm
