#include "token_mask.hpp"

#include <set>

namespace tiny_llm {

namespace {

/// Each search marks for itself where it has been.
bool reaches_acceptance(const Dfa& dfa, std::int32_t state, std::set<std::int32_t>& seen) {
    if (dfa.accepting[state]) return true;
    if (!seen.insert(state).second) return false;
    for (int byte = 0; byte < 256; ++byte) {
        const std::int32_t to = dfa.next[state][byte];
        if (to >= 0 && reaches_acceptance(dfa, to, seen)) return true;
    }
    return false;
}

std::int32_t walk(const Dfa& dfa, std::int32_t state, std::string_view bytes) {
    if (bytes.empty() || state < 0) return state;
    return walk(dfa, dfa.next[state][static_cast<std::uint8_t>(bytes[0])], bytes.substr(1));
}

}  // namespace

std::vector<bool> token_mask(
    const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary, const Ids& stop) {
    if (!(state < dfa.accepting.size())) throw std::invalid_argument("state");
    std::vector<bool> mask(vocabulary.size()), ends(vocabulary.size());
    for (const TokenId id : stop) {
        if (id < 0 || static_cast<std::size_t>(id) >= ends.size()) throw std::invalid_argument("stop");
        ends[id] = true;
    }
    std::vector<int> known(dfa.next.size(), -1);
    for (std::size_t id = 0; id < mask.size(); ++id) {
        if (ends[id]) {
            mask[id] = dfa.accepting[state];
        } else if (!vocabulary[id].empty()) {
            const std::int32_t end = walk(dfa, static_cast<std::int32_t>(state), vocabulary[id]);
            if (end < 0) continue;
            std::set<std::int32_t> seen;
            if (known[end] < 0) known[end] = reaches_acceptance(dfa, end, seen);
            mask[id] = known[end] == 1;
        }
    }
    return mask;
}

}  // namespace tiny_llm
