#include "token_mask.hpp"

#include <map>

namespace tiny_llm {

std::vector<bool> token_mask(
    const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary, const Ids& stop) {
    if (state >= dfa.next.size()) throw std::invalid_argument("token_mask: state");
    for (TokenId id : stop)
        if (id < 0 || id >= (TokenId)vocabulary.size()) throw std::invalid_argument("token_mask: stop");

    std::vector<bool> alive = dfa.accepting;
    for (std::size_t round = 0; round < alive.size(); ++round) {
        for (std::size_t s = alive.size(); s-- > 0;)
            for (std::int32_t to : dfa.next[s]) alive[s] = alive[s] || (to >= 0 && alive[to]);
    }
    std::map<std::string, std::size_t> ids;
    for (std::size_t id = 0; id < vocabulary.size(); ++id) ids.emplace(vocabulary[id], id);

    std::vector<bool> mask(vocabulary.size());
    for (const auto& [bytes, id] : ids) {
        std::int32_t now = state;
        for (std::size_t i = 0; i < bytes.size() && now >= 0; ++i) now = dfa.next[now][(unsigned char)bytes[i]];
        mask[id] = !bytes.empty() && now >= 0 && alive[now];
    }
    for (TokenId id : stop) mask[id] = dfa.accepting[state];
    return mask;
}

}  // namespace tiny_llm
