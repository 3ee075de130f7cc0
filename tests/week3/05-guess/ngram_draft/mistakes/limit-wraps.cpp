#include "ngram_draft.hpp"

#include <algorithm>

namespace tiny_llm {

Ids ngram_draft(const Ids& so_far, std::size_t max_ngram, std::size_t max_tokens, const Ids& stop) {
    const std::size_t length = so_far.size();
    if (length == 0) return {};
    for (std::size_t n = std::min(max_ngram, length - 1); n > 0; --n) {
        for (std::size_t place = 0; place + n < length; ++place) {
            if (!std::equal(so_far.end() - n, so_far.end(), so_far.begin() + place)) continue;
            Ids guess;
            const std::size_t end = std::min(place + n + max_tokens, length);
            for (std::size_t at = place + n; at < end; ++at) {
                if (std::find(stop.begin(), stop.end(), so_far[at]) != stop.end()) break;
                guess.push_back(so_far[at]);
            }
            return guess;
        }
    }
    return {};
}

}  // namespace tiny_llm
