#include <climits>

#include "bpe.hpp"

namespace tiny_llm {

std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::string> symbols;
    for (const char byte : word) {
        if ((byte & 0xC0) == 0x80) symbols.back() += byte;
        else symbols.emplace_back(1, byte);
    }
    for (;;) {
        int lowest = INT_MAX;
        std::size_t place = 0;
        for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
            const auto found = ranks.find({symbols[i], symbols[i + 1]});
            const int rank = found == ranks.end() ? INT_MAX : found->second;
            if (rank < lowest) lowest = rank, place = i;
        }
        if (lowest == INT_MAX) break;
        symbols[place] += symbols[place + 1];
        symbols.erase(symbols.begin() + place + 1);
    }
    return symbols;
}

}  // namespace tiny_llm
