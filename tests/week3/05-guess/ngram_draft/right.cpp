#include "ngram_draft.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace tiny_llm {

// ---- as-text

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

// ---- loops

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

// ---- map-of-ngrams

/// All n-grams in a map, where the first of equals stays.
Ids ngram_draft(const Ids& so_far, std::size_t max_ngram, std::size_t max_tokens, const Ids& stop) {
    const std::set<TokenId> ends(stop.begin(), stop.end());
    for (std::size_t n = max_ngram; n > 0; --n) {
        if (n >= so_far.size()) {
            n = so_far.size();
            if (n == 0) break;
            continue;
        }
        std::map<Ids, std::size_t> first;
        for (std::size_t at = n; at < so_far.size(); ++at) {
            first.emplace(Ids(so_far.begin() + (at - n), so_far.begin() + at), at);
        }
        const auto found = first.find(Ids(so_far.end() - n, so_far.end()));
        if (found == first.end()) continue;
        Ids guess;
        for (std::size_t at = found->second; at < so_far.size() && guess.size() < max_tokens; ++at) {
            if (ends.contains(so_far[at])) break;
            guess.push_back(so_far[at]);
        }
        return guess;
    }
    return {};
}

// ---- one-pass

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
