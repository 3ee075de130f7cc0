#include "ngram_draft.hpp"

#include <algorithm>

namespace tiny_llm {

Ids ngram_draft(const Ids& so_far, std::size_t max_ngram, std::size_t max_tokens, const Ids& stop) {
    if (so_far.empty() || max_tokens == 0) return {};
    for (std::size_t n = std::min(max_ngram, so_far.size() - 1); n > 0; --n) {
        for (std::size_t place = 1; place + n < so_far.size(); ++place) {
            if (!std::equal(so_far.end() - n, so_far.end(), so_far.begin() + place)) continue;
            Ids guess;
            for (std::size_t at = place + n; at < so_far.size() && guess.size() < max_tokens; ++at) {
                if (std::binary_search(stop.begin(), stop.end(), so_far[at])) return guess;
                guess.push_back(so_far[at]);
            }
            return guess;
        }
    }
    return {};
}

}  // namespace tiny_llm
