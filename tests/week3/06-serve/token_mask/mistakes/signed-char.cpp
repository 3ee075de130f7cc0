#include "token_mask.hpp"

namespace tiny_llm {

static std::vector<bool> alive_states(const Dfa& dfa) {
    std::vector<bool> alive = dfa.accepting;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t s = 0; s < alive.size(); ++s) {
            for (std::int32_t to : dfa.next[s]) {
                if (alive[s] || to < 0 || !alive[to]) continue;
                alive[s] = changed = true;
            }
        }
    }
    return alive;
}

std::vector<bool> token_mask(
    const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary, const Ids& stop) {
    if (state >= dfa.next.size()) throw std::invalid_argument("token_mask: state");
    for (TokenId id : stop)
        if (id < 0 || id >= (TokenId)vocabulary.size()) throw std::invalid_argument("token_mask: stop");
    const auto alive = alive_states(dfa);
    std::vector<bool> mask(vocabulary.size());
    for (std::size_t id = 0; id < vocabulary.size(); ++id) {
        std::int32_t now = state;
        for (char c : vocabulary[id]) {
            now = dfa.next[now][c];
            if (now < 0) break;
        }
        mask[id] = !vocabulary[id].empty() && now >= 0 && alive[now];
    }
    for (TokenId id : stop) mask[id] = dfa.accepting[state];
    return mask;
}

}  // namespace tiny_llm
