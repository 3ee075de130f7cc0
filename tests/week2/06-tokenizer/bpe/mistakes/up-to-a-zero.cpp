#include "bpe.hpp"

namespace tiny_llm {

std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::string> symbols;
    for (const char* p = word.data(); *p; ++p) {
        if ((*p & 0xC0) == 0x80 && !symbols.empty()) symbols.back() += *p;
        else symbols.emplace_back(1, *p);
    }
    while (symbols.size() > 1) {
        auto best = ranks.end();
        std::size_t place = 0;
        for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
            const auto found = ranks.find({symbols[i], symbols[i + 1]});
            if (found != ranks.end() && (best == ranks.end() || found->second < best->second)) best = found, place = i;
        }
        if (best == ranks.end()) break;
        symbols[place] += symbols[place + 1];
        symbols.erase(symbols.begin() + place + 1);
    }
    return symbols;
}

}  // namespace tiny_llm
