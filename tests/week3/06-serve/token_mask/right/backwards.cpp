#include "token_mask.hpp"

#include <algorithm>
#include <utility>

namespace tiny_llm {

/// From the accepting states back, along edges turned round.
std::vector<bool> token_mask(
    const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary, const Ids& stop) {
    const std::size_t states = dfa.next.size();
    if (state >= states) throw std::invalid_argument("no such state");
    if (std::any_of(stop.begin(), stop.end(), [&](TokenId id) { return id < 0 || id >= TokenId(vocabulary.size()); }))
        throw std::invalid_argument("no such token");

    std::vector<std::vector<std::size_t>> before(states);
    std::vector<std::size_t> queue;
    std::vector<char> alive(states, 0);
    for (std::size_t from = 0; from < states; ++from) {
        for (const auto to : dfa.next[from]) {
            if (to >= 0) before[to].push_back(from);
        }
        if (dfa.accepting[from]) queue.push_back(from), alive[from] = 1;
    }
    for (std::size_t k = 0; k < queue.size(); ++k) {
        for (const std::size_t from : before[queue[k]]) {
            if (!std::exchange(alive[from], 1)) queue.push_back(from);
        }
    }

    std::vector<bool> mask;
    for (const std::string& token : vocabulary) {
        std::int32_t now = static_cast<std::int32_t>(state);
        for (std::size_t i = 0; i < token.size() && now != -1; ++i) now = dfa.next[now][token[i] & 0xFF];
        mask.push_back(!token.empty() && now != -1 && alive[now]);
    }
    for (const TokenId id : stop) mask[id] = dfa.accepting[state];
    return mask;
}

}  // namespace tiny_llm
