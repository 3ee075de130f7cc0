#include "token_mask.hpp"

namespace tiny_llm {

/// The states from which an accepting one can be reached.
static std::vector<bool> alive_states(const Dfa& dfa) {
    std::vector<bool> alive = dfa.accepting;
    // From the last state to the first: most bytes lead to a later one, so that few rounds are needed.
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t state = dfa.next.size(); state-- > 0;) {
            if (alive[state]) continue;
            for (const std::int32_t next : dfa.next[state]) {
                if (next < 0 || !alive[static_cast<std::size_t>(next)]) continue;
                alive[state] = true;
                changed = true;
                break;
            }
        }
    }
    return alive;
}

/// The state after these bytes; -1 if they lead nowhere.
static std::int32_t state_after(const Dfa& dfa, std::size_t state, const std::string& bytes) {
    auto now = static_cast<std::int32_t>(state);
    for (const char byte : bytes) {
        now = dfa.next[static_cast<std::size_t>(now)][static_cast<unsigned char>(byte)];
        if (now < 0) break;
    }
    return now;
}

std::vector<bool> token_mask(const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary,
                             const Ids& stop) {
    if (state >= dfa.next.size()) throw std::invalid_argument("token_mask: there is no state " + std::to_string(state));
    for (const TokenId id : stop) {
        if (id < 0 || id >= std::ssize(vocabulary))
            throw std::invalid_argument("token_mask: there is no token " + std::to_string(id));
    }
    const std::vector<bool> alive = alive_states(dfa);
    std::vector<bool> mask(vocabulary.size());
    for (std::size_t id = 0; id < vocabulary.size(); ++id) {
        if (vocabulary[id].empty()) continue;
        const std::int32_t end = state_after(dfa, state, vocabulary[id]);
        mask[id] = end >= 0 && alive[static_cast<std::size_t>(end)];
    }
    for (const TokenId id : stop) mask[static_cast<std::size_t>(id)] = dfa.accepting[state];
    return mask;
}

}  // namespace tiny_llm
