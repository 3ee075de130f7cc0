#include "bpe.hpp"

namespace tiny_llm {

std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::string> symbols;
    for (const char byte : word) symbols.push_back(std::string{byte});
    while (true) {
        std::size_t place = symbols.size(), lowest = -1;
        for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
            const auto found = ranks.find({symbols[i], symbols[i + 1]});
            if (found != ranks.end() && found->second <= lowest) {
                lowest = found->second;
                place = i;
            }
        }
        if (place == symbols.size()) return symbols;
        symbols[place] += symbols[place + 1];
        symbols.erase(symbols.begin() + place + 1);
    }
}

}  // namespace tiny_llm
