#include "bpe.hpp"

namespace tiny_llm {

namespace {

using Symbols = std::vector<std::string>;

Symbols joined(const Symbols& symbols, const MergeRanks& ranks) {
    auto best = symbols.size();
    std::size_t lowest = 0;
    for (std::size_t i = symbols.size(); i-- > 1;) {
        const auto found = ranks.find({symbols[i - 1], symbols[i]});
        if (found == ranks.end()) continue;
        // From the right, so equal ones further left win.
        if (best == symbols.size() || found->second <= lowest) {
            best = i;
            lowest = found->second;
        }
    }
    if (best == symbols.size()) return symbols;
    Symbols shorter(symbols.begin(), symbols.begin() + static_cast<std::ptrdiff_t>(best) - 1);
    shorter.push_back(symbols[best - 1] + symbols[best]);
    shorter.insert(shorter.end(), symbols.begin() + static_cast<std::ptrdiff_t>(best) + 1, symbols.end());
    return joined(shorter, ranks);
}

/// How many bytes the first character has.
std::size_t first(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text[0]);
    return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

}  // namespace

std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    Symbols symbols;
    while (!word.empty()) {
        symbols.emplace_back(word.substr(0, first(word)));
        word.remove_prefix(symbols.back().size());
    }
    return joined(symbols, ranks);
}

}  // namespace tiny_llm
