#include "ngram_draft.hpp"

#include <string>

namespace tiny_llm {

/// A text is a text: std::basic_string can look for a part of itself.
Ids ngram_draft(const Ids& so_far, std::size_t max_ngram, std::size_t max_tokens, const Ids& stop) {
    using Text = std::basic_string<TokenId>;
    const Text text(so_far.begin(), so_far.end()), ends(stop.begin(), stop.end());
    if (text.size() < 2) return {};
    const Text before = text.substr(0, text.size() - 1);
    for (std::size_t n = std::min(max_ngram, before.size()); n > 0; --n) {
        const std::size_t place = before.find(text.substr(text.size() - n));
        if (place == Text::npos) continue;
        const Text next = text.substr(place + n, max_tokens);
        const Text guess = next.substr(0, next.find_first_of(ends));
        return Ids(guess.begin(), guess.end());
    }
    return {};
}

}  // namespace tiny_llm
