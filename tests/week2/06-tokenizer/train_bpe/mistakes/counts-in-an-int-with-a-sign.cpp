#include "train_bpe.hpp"

#include <limits>
#include <map>

namespace tiny_llm {

namespace {

using Symbols = std::vector<std::string>;

Symbols characters(const std::string& word) {
    Symbols symbols;
    for (const char byte : word) {
        const bool continues = (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
        if (symbols.empty() || !continues) symbols.emplace_back();
        symbols.back() += byte;
    }
    return symbols;
}

Symbols join(const Symbols& symbols, const Merge& pair) {
    Symbols joined;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        const bool here = i + 1 < symbols.size() && symbols[i] == pair.first && symbols[i + 1] == pair.second;
        joined.push_back(here ? symbols[i] + symbols[i + 1] : symbols[i]);
        if (here) ++i;
    }
    return joined;
}

}  // namespace

std::vector<Merge> train_bpe(const std::vector<std::pair<std::string, std::size_t>>& words, std::size_t merges) {
    std::vector<std::pair<Symbols, std::size_t>> seen;
    for (const auto& [word, count] : words) {
        if (count > 0) seen.emplace_back(characters(word), count);
    }

    std::vector<Merge> learnt;
    while (learnt.size() < merges) {
        std::map<Merge, int> counts;
        for (const auto& [symbols, count] : seen) {
            for (std::size_t i = 0; i + 1 < symbols.size(); ++i) counts[{symbols[i], symbols[i + 1]}] += count;
        }
        int most = std::numeric_limits<int>::min();
        Merge best;
        for (const auto& [pair, count] : counts) {
            if (count >= most) {
                most = count;
                best = pair;
            }
        }
        if (best.first.empty()) break;
        learnt.push_back(best);
        for (auto& [symbols, count] : seen) symbols = join(symbols, best);
    }
    return learnt;
}

}  // namespace tiny_llm
