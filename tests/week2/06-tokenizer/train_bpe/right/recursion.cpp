#include "train_bpe.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace tiny_llm {

namespace {

using Symbols = std::vector<std::string>;
using Words = std::vector<std::pair<Symbols, std::size_t>>;

Symbols joined(const Symbols& symbols, const Merge& pair, std::size_t from = 0) {
    if (from >= symbols.size()) return {};
    const bool here =
        from + 1 < symbols.size() && std::tie(symbols[from], symbols[from + 1]) == std::tie(pair.first, pair.second);
    Symbols rest = joined(symbols, pair, from + (here ? 2 : 1));
    rest.insert(rest.begin(), here ? pair.first + pair.second : symbols[from]);
    return rest;
}

/// The first merge, and those that are learnt from what it makes.
std::vector<Merge> learn(const Words& words, std::size_t merges) {
    std::map<Merge, std::size_t> counts;
    for (const auto& [symbols, count] : words) {
        for (std::size_t i = 0; count > 0 && i + 1 < symbols.size(); ++i) counts[{symbols[i], symbols[i + 1]}] += count;
    }
    if (merges == 0 || counts.empty()) return {};
    const auto best = std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
        return std::tie(a.second, a.first.first, a.first.second) < std::tie(b.second, b.first.first, b.first.second);
    });
    Words next;
    for (const auto& [symbols, count] : words) next.emplace_back(joined(symbols, best->first), count);
    std::vector<Merge> all = learn(next, merges - 1);
    all.insert(all.begin(), best->first);
    return all;
}

}  // namespace

std::vector<Merge> train_bpe(const std::vector<std::pair<std::string, std::size_t>>& words, std::size_t merges) {
    Words cut;
    for (const auto& [word, count] : words) {
        Symbols symbols;
        std::string_view rest = word;
        while (!rest.empty()) {
            const auto end = std::find_if(rest.begin() + 1, rest.end(), [](char c) { return (c & 0xC0) != 0x80; });
            const auto length = static_cast<std::size_t>(end - rest.begin());
            symbols.emplace_back(rest.substr(0, length));
            rest.remove_prefix(length);
        }
        cut.emplace_back(symbols, count);
    }
    return learn(cut, merges);
}

}  // namespace tiny_llm
