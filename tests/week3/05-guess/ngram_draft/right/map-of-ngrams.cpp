#include "ngram_draft.hpp"

#include <map>
#include <set>

namespace tiny_llm {

/// All n-grams in a map, where the first of equals stays.
Ids ngram_draft(const Ids& so_far, std::size_t max_ngram, std::size_t max_tokens, const Ids& stop) {
    const std::set<TokenId> ends(stop.begin(), stop.end());
    for (std::size_t n = max_ngram; n > 0; --n) {
        if (n >= so_far.size()) {
            n = so_far.size();
            if (n == 0) break;
            continue;
        }
        std::map<Ids, std::size_t> first;
        for (std::size_t at = n; at < so_far.size(); ++at) {
            first.emplace(Ids(so_far.begin() + (at - n), so_far.begin() + at), at);
        }
        const auto found = first.find(Ids(so_far.end() - n, so_far.end()));
        if (found == first.end()) continue;
        Ids guess;
        for (std::size_t at = found->second; at < so_far.size() && guess.size() < max_tokens; ++at) {
            if (ends.contains(so_far[at])) break;
            guess.push_back(so_far[at]);
        }
        return guess;
    }
    return {};
}

}  // namespace tiny_llm
