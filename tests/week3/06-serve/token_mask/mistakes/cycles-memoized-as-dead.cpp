#include "token_mask.hpp"

namespace tiny_llm {

namespace {

struct Search {
    const Dfa& dfa;
    std::vector<int> known;  // -1: not looked at yet

    bool alive(std::int32_t s) {
        if (known[s] != -1) return known[s];
        known[s] = dfa.accepting[s];
        for (std::int32_t to : dfa.next[s]) {
            if (known[s]) break;
            if (to >= 0 && alive(to)) known[s] = 1;
        }
        return known[s];
    }
};

}  // namespace

std::vector<bool> token_mask(
    const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary, const Ids& stop) {
    if (state >= dfa.next.size()) throw std::invalid_argument("token_mask: state");
    for (TokenId id : stop)
        if (id < 0 || id >= (TokenId)vocabulary.size()) throw std::invalid_argument("token_mask: stop");
    Search search{dfa, std::vector<int>(dfa.next.size(), -1)};
    for (std::size_t s = 0; s < dfa.next.size(); ++s) search.alive(s);
    std::vector<bool> mask(vocabulary.size());
    for (std::size_t id = 0; id < vocabulary.size(); ++id) {
        if (vocabulary[id].empty()) continue;
        std::int32_t now = state;
        for (unsigned char c : vocabulary[id])
            if (now >= 0) now = dfa.next[now][c];
        mask[id] = now >= 0 && search.alive(now);
    }
    for (TokenId id : stop) mask[id] = dfa.accepting[state];
    return mask;
}

}  // namespace tiny_llm
