#include "bpe.hpp"

#include <algorithm>
#include <list>
#include <optional>
#include <queue>
#include <tuple>

namespace tiny_llm {

// ---- all-places-at-once

/// As GPT-2's encoder does: of the lowest pair all places in one go.
std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::string> symbols;
    for (std::size_t from = 0; from < word.size();) {
        std::size_t to = from + 1;
        while (to < word.size() && (word[to] & 0xC0) == 0x80) ++to;
        symbols.emplace_back(word.substr(from, to - from));
        from = to;
    }
    while (symbols.size() > 1) {
        std::optional<std::size_t> lowest;
        Merge pair;
        for (std::size_t i = 1; i < symbols.size(); ++i) {
            const auto found = ranks.find(Merge(symbols[i - 1], symbols[i]));
            if (found == ranks.end() || (lowest && *lowest <= found->second)) continue;
            lowest = found->second;
            pair = found->first;
        }
        if (!lowest) break;
        std::vector<std::string> joined;
        std::size_t i = 0;
        while (i < symbols.size()) {
            if (i + 1 < symbols.size() && symbols[i] == pair.first && symbols[i + 1] == pair.second) {
                joined.push_back(pair.first + pair.second);
                i += 2;
            } else {
                joined.push_back(symbols[i]);
                i += 1;
            }
        }
        symbols = joined;
    }
    return symbols;
}

// ---- cuts

/// The symbols are where the word is cut: a merge takes a cut away.
std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::size_t> cuts;
    for (std::size_t i = 0; i < word.size(); ++i) {
        if ((static_cast<unsigned char>(word[i]) >> 6) != 2) cuts.push_back(i);
    }
    cuts.push_back(word.size());
    const auto piece = [&](std::size_t k) { return std::string(word.substr(cuts[k], cuts[k + 1] - cuts[k])); };
    const auto rank_at = [&](std::size_t k) {
        const auto found = ranks.find({piece(k - 1), piece(k)});
        return found == ranks.end() ? std::nullopt : std::optional(found->second);
    };
    while (true) {
        std::optional<std::size_t> lowest;
        std::size_t place = 0;
        for (std::size_t k = 1; k + 1 < cuts.size(); ++k) {
            if (const auto rank = rank_at(k); rank && (!lowest || *rank < *lowest)) {
                lowest = rank;
                place = k;
            }
        }
        if (!lowest) break;
        cuts.erase(cuts.begin() + static_cast<std::ptrdiff_t>(place));
    }
    std::vector<std::string> symbols;
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) symbols.push_back(piece(k));
    return symbols;
}

// ---- merge-by-merge

/// Each merge once, in the order of the ranks.
std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::pair<std::size_t, const Merge*>> merges;
    for (const auto& [merge, rank] : ranks) merges.emplace_back(rank, &merge);
    std::sort(merges.begin(), merges.end());

    std::list<std::string> symbols;
    for (const unsigned char byte : word) {
        if (byte < 0x80 || byte >= 0xC0 || symbols.empty()) symbols.emplace_back();
        symbols.back().push_back(static_cast<char>(byte));
    }
    for (const auto& [rank, merge] : merges) {
        for (auto left = symbols.begin(); left != symbols.end(); ++left) {
            const auto right = std::next(left);
            if (right == symbols.end()) break;
            if (*left != merge->first || *right != merge->second) continue;
            *left += *right;
            symbols.erase(right);
        }
    }
    return {symbols.begin(), symbols.end()};
}

// ---- queue

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

// ---- recursion

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
