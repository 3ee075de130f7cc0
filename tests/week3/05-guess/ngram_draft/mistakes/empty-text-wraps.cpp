#include "ngram_draft.hpp"

#include <algorithm>

namespace tiny_llm {

Ids ngram_draft(const Ids& so_far, std::size_t max_ngram, std::size_t max_tokens, const Ids& stop) {
    if (max_tokens == 0) return {};
    for (std::size_t n = std::min(max_ngram, so_far.size() - 1); n > 0; --n) {
        for (std::size_t place = 0; place < so_far.size() - n; ++place) {
            std::size_t alike = 0;
            while (alike < n && so_far.at(place + alike) == so_far.at(so_far.size() - n + alike)) ++alike;
            if (alike < n) continue;
            const auto first = so_far.begin() + (place + n);
            const auto last = first + std::min<std::size_t>(max_tokens, so_far.end() - first);
            return {first, std::find_first_of(first, last, stop.begin(), stop.end())};
        }
    }
    return {};
}

}  // namespace tiny_llm
