#include "ngram_draft.hpp"

#include <algorithm>

namespace tiny_llm {

Ids ngram_draft(const Ids& so_far, std::size_t max_ngram, std::size_t max_tokens, const Ids& stop) {
    const std::vector<int> text(so_far.begin(), so_far.end()), ends(stop.begin(), stop.end());
    if (text.empty() || max_tokens == 0) return {};
    for (std::size_t n = std::min(max_ngram, text.size() - 1); n > 0; --n) {
        const auto found = std::search(text.begin(), text.end() - 1, text.end() - n, text.end());
        if (found == text.end() - 1) continue;
        const auto first = found + n;
        const auto last = first + std::min<std::size_t>(max_tokens, text.end() - first);
        return Ids(first, std::find_first_of(first, last, ends.begin(), ends.end()));
    }
    return {};
}

}  // namespace tiny_llm
