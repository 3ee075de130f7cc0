#include "bpe.hpp"

namespace tiny_llm {

std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::string> symbols;
    for (const char byte : word) {
        const bool continues = (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
        if (symbols.empty() || !continues) symbols.emplace_back();
        symbols.back() += byte;
    }
    while (true) {
        auto best = ranks.end();
        std::size_t place = 0;
        for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
            const auto found = ranks.find({symbols[i], symbols[i + 1]});
            if (found == ranks.end()) continue;
            // Only a lower rank: of equal ones the leftmost stays.
            if (best == ranks.end() || found->second < best->second) {
                best = found;
                place = i;
            }
        }
        if (best == ranks.end()) return symbols;
        symbols[place] += symbols[place + 1];
        symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(place) + 1);
    }
}

}  // namespace tiny_llm
