#include "ngram_draft.hpp"

#include <algorithm>

namespace tiny_llm {

Ids ngram_draft(const Ids& so_far, std::size_t max_ngram, std::size_t max_tokens, const Ids& stop) {
    if (so_far.empty()) return {};
    for (std::size_t n = std::min(max_ngram, so_far.size() - 1); n > 0; --n) {
        const auto found = std::search(so_far.begin(), so_far.end(), so_far.end() - n, so_far.end());
        if (found == so_far.end()) continue;
        Ids guess;
        for (auto at = found + n; at != so_far.end() && guess.size() < max_tokens; ++at) {
            if (std::find(stop.begin(), stop.end(), *at) != stop.end()) break;
            guess.push_back(*at);
        }
        return guess;
    }
    return {};
}

}  // namespace tiny_llm
