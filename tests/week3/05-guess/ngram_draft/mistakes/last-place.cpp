#include "ngram_draft.hpp"

#include <algorithm>

namespace tiny_llm {

Ids ngram_draft(const Ids& so_far, std::size_t max_ngram, std::size_t max_tokens, const Ids& stop) {
    if (so_far.empty()) return {};
    for (std::size_t n = std::min(max_ngram, so_far.size() - 1); n > 0; --n) {
        const auto found = std::find_end(so_far.begin(), so_far.end() - 1, so_far.end() - n, so_far.end());
        if (found == so_far.end() - 1) continue;
        Ids guess(found + n, so_far.end());
        guess.resize(std::min(guess.size(), max_tokens));
        guess.erase(std::find_first_of(guess.begin(), guess.end(), stop.begin(), stop.end()), guess.end());
        return guess;
    }
    return {};
}

}  // namespace tiny_llm
