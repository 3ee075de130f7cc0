#include "bpe.hpp"

#include <algorithm>
#include <list>

namespace tiny_llm {

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

}  // namespace tiny_llm
