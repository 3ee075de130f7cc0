#include "train_bpe.hpp"

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
    std::string line;
    for (const std::string& symbol : symbols) line += symbol + ' ';
    const std::string two = pair.first + ' ' + pair.second, one = pair.first + pair.second;
    for (std::size_t at = 0; (at = line.find(two, at)) != std::string::npos; at += one.size()) {
        line.replace(at, two.size(), one);
    }
    Symbols joined;
    for (std::size_t from = 0, to; (to = line.find(' ', from)) != std::string::npos; from = to + 1) {
        if (to > from) joined.push_back(line.substr(from, to - from));
    }
    return joined;
}

}  // namespace

std::vector<Merge> train_bpe(const std::vector<std::pair<std::string, std::size_t>>& words, std::size_t merges) {
    std::vector<std::pair<Symbols, std::size_t>> seen;
    for (const auto& [word, count] : words) seen.emplace_back(characters(word), count);

    std::vector<Merge> learnt;
    while (learnt.size() < merges) {
        std::map<Merge, std::size_t> counts;
        for (const auto& [symbols, count] : seen) {
            for (std::size_t i = 0; i + 1 < symbols.size(); ++i) counts[{symbols[i], symbols[i + 1]}] += count;
        }
        std::size_t most = 0;
        Merge best;
        for (const auto& [pair, count] : counts) {
            if (count >= most) {
                most = count;
                best = pair;
            }
        }
        if (most == 0) break;
        learnt.push_back(best);
        for (auto& [symbols, count] : seen) symbols = join(symbols, best);
    }
    return learnt;
}

}  // namespace tiny_llm
