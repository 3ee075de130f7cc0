#include "bpe.hpp"

#include <optional>

namespace tiny_llm {

/// The symbols are where the word is cut: a merge takes a cut away.
std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::size_t> cuts;
    for (std::size_t i = 0; i < word.size(); ++i) {
        if ((static_cast<unsigned char>(word[i]) >> 6) != 2) cuts.push_back(i);
    }
    cuts.push_back(word.size());
    const auto piece = [&](std::size_t k) { return std::string(word.substr(cuts[k], cuts[k + 1] - cuts[k])); };
    const auto rank_at = [&](std::size_t k) {
        const auto found = ranks.find({piece(k - 1), piece(k)});
        return found == ranks.end() ? std::nullopt : std::optional(found->second);
    };
    while (true) {
        std::optional<std::size_t> lowest;
        std::size_t place = 0;
        for (std::size_t k = 1; k + 1 < cuts.size(); ++k) {
            if (const auto rank = rank_at(k); rank && (!lowest || *rank < *lowest)) {
                lowest = rank;
                place = k;
            }
        }
        if (!lowest) break;
        cuts.erase(cuts.begin() + static_cast<std::ptrdiff_t>(place));
    }
    std::vector<std::string> symbols;
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) symbols.push_back(piece(k));
    return symbols;
}

}  // namespace tiny_llm
