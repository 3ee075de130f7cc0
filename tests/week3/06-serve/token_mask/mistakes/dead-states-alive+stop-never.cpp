#include "token_mask.hpp"

namespace tiny_llm {

std::vector<bool> token_mask(
    const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary, const Ids& stop) {
    if (state >= dfa.next.size()) throw std::invalid_argument("token_mask: state");
    for (TokenId id : stop)
        if (id < 0 || id >= (TokenId)vocabulary.size()) throw std::invalid_argument("token_mask: stop");
    std::vector<bool> mask(vocabulary.size());
    for (std::size_t id = 0; id < vocabulary.size(); ++id) {
        std::int32_t now = state;
        for (unsigned char c : vocabulary[id]) {
            now = dfa.next[now][c];
            if (now == -1) break;
        }
        mask[id] = now != -1 && !vocabulary[id].empty();
    }
    for (TokenId id : stop) mask[id] = false;
    return mask;
}

}  // namespace tiny_llm
