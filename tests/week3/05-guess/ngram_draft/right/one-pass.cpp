#include "ngram_draft.hpp"

#include <algorithm>

namespace tiny_llm {

/// One pass over the text: how many tokens before each place are like those at the end. The most, and the first of equals, is
/// what the lengths one after the other would find.
Ids ngram_draft(const Ids& so_far, std::size_t max_ngram, std::size_t max_tokens, const Ids& stop) {
    const std::size_t length = so_far.size();
    std::size_t most = 0, best = 0;
    for (std::size_t next = 1; next < length; ++next) {
        std::size_t n = 0;
        while (n < std::min(max_ngram, next) && so_far[next - 1 - n] == so_far[length - 1 - n]) ++n;
        if (n > most) most = n, best = next;
    }
    if (most == 0) return {};
    Ids guess(so_far.begin() + best, so_far.end());
    if (guess.size() > max_tokens) guess.resize(max_tokens);
    const auto ends = [&](TokenId token) { return std::count(stop.begin(), stop.end(), token) > 0; };
    guess.erase(std::find_if(guess.begin(), guess.end(), ends), guess.end());
    return guess;
}

}  // namespace tiny_llm
