#include "bpe.hpp"

namespace tiny_llm {

std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::string> symbols;
    for (const char byte : word) {
        if ((byte & 0xC0) == 0x80) symbols.back() += byte;
        else symbols.emplace_back(1, byte);
    }
    std::map<std::string, std::size_t> by_text;
    for (const auto& [pair, rank] : ranks) {
        const auto [place, is_new] = by_text.try_emplace(pair.first + pair.second, rank);
        if (!is_new) place->second = std::min(place->second, rank);
    }
    while (true) {
        auto best = by_text.end();
        std::size_t place = 0;
        for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
            const auto found = by_text.find(symbols[i] + symbols[i + 1]);
            if (found == by_text.end()) continue;
            if (best == by_text.end() || found->second < best->second) best = found, place = i;
        }
        if (best == by_text.end()) return symbols;
        symbols[place] = best->first;
        symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(place) + 1);
    }
}

}  // namespace tiny_llm
