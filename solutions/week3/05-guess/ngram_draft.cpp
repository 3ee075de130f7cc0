#include "ngram_draft.hpp"

#include <algorithm>

namespace tiny_llm {

Ids ngram_draft(const Ids& so_far, std::size_t max_ngram, std::size_t max_tokens, const Ids& stop) {
    if (so_far.empty()) return {};
    for (std::size_t n = std::min(max_ngram, so_far.size() - 1); n > 0; --n) {
        // The last token is left out: what is found has at least one token after it.
        const auto found = std::search(so_far.begin(), so_far.end() - 1, so_far.end() - n, so_far.end());
        if (found == so_far.end() - 1) continue;
        const auto first = found + n;
        const auto last = first + std::min<std::size_t>(max_tokens, so_far.end() - first);
        return {first, std::find_first_of(first, last, stop.begin(), stop.end())};
    }
    return {};
}

}  // namespace tiny_llm
