#include "bpe.hpp"

#include <queue>
#include <tuple>

namespace tiny_llm {

namespace {

/// Linked to its neighbours by their numbers; empty once it was joined to the one before.
struct Symbol {
    std::string text;
    int before, after;
};

}  // namespace

/// A queue of the pairs, the lowest rank in front: no need to look at all pairs for each merge.
std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<Symbol> symbols;
    for (const char c : word) {
        if (symbols.empty() || (c & 0xC0) != 0x80) {
            const int n = static_cast<int>(symbols.size());
            symbols.push_back({"", n - 1, n + 1});
        }
        symbols.back().text += c;
    }
    const int count = static_cast<int>(symbols.size());

    using Found = std::tuple<std::size_t, int, std::string, std::string>;
    std::priority_queue<Found, std::vector<Found>, std::greater<>> queue;
    const auto look = [&](int left) {
        if (left < 0 || symbols[left].after >= count) return;
        const auto& [first, second] = std::tie(symbols[left].text, symbols[symbols[left].after].text);
        const auto found = ranks.find({first, second});
        if (found != ranks.end()) queue.emplace(found->second, left, first, second);
    };
    for (int i = 0; i < count; ++i) look(i);
    while (!queue.empty()) {
        const auto [rank, left, first, second] = queue.top();
        queue.pop();
        const int right = symbols[left].after;
        if (symbols[left].text != first || right >= count || symbols[right].text != second) continue;
        symbols[left].text += second;
        symbols[right].text.clear();
        symbols[left].after = symbols[right].after;
        if (symbols[right].after < count) symbols[symbols[right].after].before = left;
        look(symbols[left].before);
        look(left);
    }
    std::vector<std::string> result;
    for (const Symbol& symbol : symbols) {
        if (!symbol.text.empty()) result.push_back(symbol.text);
    }
    return result;
}

}  // namespace tiny_llm
