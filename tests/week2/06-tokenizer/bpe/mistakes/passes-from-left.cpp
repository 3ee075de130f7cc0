#include "bpe.hpp"

namespace tiny_llm {

std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::string> symbols;
    for (const char byte : word) {
        if ((byte & 0xC0) == 0x80) symbols.back() += byte;
        else symbols.emplace_back(1, byte);
    }
    bool changed = true;
    while (changed) {
        changed = false;
        for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
            if (!ranks.contains({symbols[i], symbols[i + 1]})) continue;
            symbols[i] += symbols[i + 1];
            symbols.erase(symbols.begin() + i + 1);
            changed = true;
        }
    }
    return symbols;
}

}  // namespace tiny_llm
