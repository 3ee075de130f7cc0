#include "bpe.hpp"

namespace tiny_llm {

std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::string> symbols;
    for (const char byte : word) {
        if (byte >= 0x80 && byte < 0xC0) symbols.back() += byte;
        else symbols.emplace_back(1, byte);
    }
    while (true) {
        const std::size_t* lowest = nullptr;
        std::size_t place = 0;
        for (std::size_t i = 1; i < symbols.size(); ++i) {
            const auto found = ranks.find({symbols[i - 1], symbols[i]});
            if (found == ranks.end() || (lowest && *lowest <= found->second)) continue;
            lowest = &found->second;
            place = i;
        }
        if (!lowest) return symbols;
        symbols[place - 1] += symbols[place];
        symbols.erase(symbols.begin() + place);
    }
}

}  // namespace tiny_llm
