#include "train_bpe.hpp"

#include <algorithm>
#include <iterator>
#include <list>
#include <tuple>

namespace tiny_llm {

/// Each place of a pair is an entry; sorted, equal pairs lie beside each other.
std::vector<Merge> train_bpe(const std::vector<std::pair<std::string, std::size_t>>& words, std::size_t merges) {
    std::vector<std::list<std::string>> texts(words.size());
    for (std::size_t w = 0; w < words.size(); ++w) {
        for (const unsigned char byte : words[w].first) {
            if (texts[w].empty() || byte < 0x80 || byte > 0xBF) texts[w].emplace_back();
            texts[w].back() += static_cast<char>(byte);
        }
    }
    std::vector<Merge> learnt;
    for (; merges > 0; --merges) {
        std::vector<std::pair<Merge, std::size_t>> places;
        for (std::size_t w = 0; w < words.size(); ++w) {
            if (words[w].second == 0 || texts[w].empty()) continue;
            std::transform(std::next(texts[w].begin()), texts[w].end(), texts[w].begin(), std::back_inserter(places),
                [&](const auto& right, const auto& left) { return std::pair(Merge(left, right), words[w].second); });
        }
        if (places.empty()) break;
        std::sort(places.begin(), places.end());
        std::vector<std::pair<std::size_t, Merge>> counts;
        for (const auto& [pair, count] : places) {
            if (counts.empty() || counts.back().second != pair) counts.emplace_back(0, pair);
            counts.back().first += count;
        }
        const Merge pair = std::max_element(counts.begin(), counts.end())->second;
        learnt.push_back(pair);
        for (auto& symbols : texts) {
            for (auto left = symbols.begin(); left != symbols.end() && std::next(left) != symbols.end(); ++left) {
                if (*left != pair.first || *std::next(left) != pair.second) continue;
                left->append(*std::next(left));
                symbols.erase(std::next(left));
            }
        }
    }
    return learnt;
}

}  // namespace tiny_llm
