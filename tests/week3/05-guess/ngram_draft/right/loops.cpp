#include "ngram_draft.hpp"

namespace tiny_llm {

/// Index by index, without a function of the library.
Ids ngram_draft(const Ids& so_far, std::size_t max_ngram, std::size_t max_tokens, const Ids& stop) {
    const std::size_t length = so_far.size();
    for (std::size_t n = max_ngram < length ? max_ngram : length; n >= 1; --n) {
        for (std::size_t place = 0; place + n < length; ++place) {
            bool alike = true;
            for (std::size_t i = 0; i < n; ++i) alike = alike && so_far[place + i] == so_far[length - n + i];
            if (!alike) continue;
            Ids guess;
            for (std::size_t at = place + n; at < length && guess.size() < max_tokens; ++at) {
                for (const TokenId end : stop) {
                    if (end == so_far[at]) return guess;
                }
                guess.push_back(so_far[at]);
            }
            return guess;
        }
    }
    return {};
}

}  // namespace tiny_llm
