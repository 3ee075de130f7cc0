#include "ngram_draft.hpp"

#include <algorithm>

namespace tiny_llm {

// ---- cut-to-32-bits

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

// ---- empty-text-wraps

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

// ---- last-place

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

// ---- limit-wraps

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

// ---- longest-only

Ids ngram_draft(const Ids& so_far, std::size_t max_ngram, std::size_t max_tokens, const Ids& stop) {
    if (so_far.empty()) return {};
    for (std::size_t n = std::min(max_ngram, so_far.size() - 1); n > 0; --n) {
        const auto found = std::search(so_far.begin(), so_far.end(), so_far.end() - n, so_far.end());
        if (found == so_far.end()) continue;
        Ids guess;
        for (auto at = found + n; at != so_far.end() && guess.size() < max_tokens; ++at) {
            if (std::find(stop.begin(), stop.end(), *at) != stop.end()) break;
            guess.push_back(*at);
        }
        return guess;
    }
    return {};
}

// ---- stop-searched-as-if-sorted+search-begins-at-one

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
