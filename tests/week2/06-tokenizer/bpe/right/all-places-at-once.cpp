#include "bpe.hpp"

#include <optional>

namespace tiny_llm {

/// As GPT-2's encoder does: of the lowest pair all places in one go.
std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::string> symbols;
    for (std::size_t from = 0; from < word.size();) {
        std::size_t to = from + 1;
        while (to < word.size() && (word[to] & 0xC0) == 0x80) ++to;
        symbols.emplace_back(word.substr(from, to - from));
        from = to;
    }
    while (symbols.size() > 1) {
        std::optional<std::size_t> lowest;
        Merge pair;
        for (std::size_t i = 1; i < symbols.size(); ++i) {
            const auto found = ranks.find(Merge(symbols[i - 1], symbols[i]));
            if (found == ranks.end() || (lowest && *lowest <= found->second)) continue;
            lowest = found->second;
            pair = found->first;
        }
        if (!lowest) break;
        std::vector<std::string> joined;
        std::size_t i = 0;
        while (i < symbols.size()) {
            if (i + 1 < symbols.size() && symbols[i] == pair.first && symbols[i + 1] == pair.second) {
                joined.push_back(pair.first + pair.second);
                i += 2;
            } else {
                joined.push_back(symbols[i]);
                i += 1;
            }
        }
        symbols = joined;
    }
    return symbols;
}

}  // namespace tiny_llm
