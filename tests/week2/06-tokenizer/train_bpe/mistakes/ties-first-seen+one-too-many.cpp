#include "train_bpe.hpp"

#include <map>

namespace tiny_llm {

std::vector<Merge> train_bpe(const std::vector<std::pair<std::string, std::size_t>>& words, std::size_t merges) {
    std::vector<std::vector<std::string>> texts;
    for (const auto& word : words) {
        auto& symbols = texts.emplace_back();
        for (const char c : word.first) {
            if (symbols.empty() || (c & 0xC0) != 0x80) symbols.emplace_back();
            symbols.back() += c;
        }
    }
    std::vector<Merge> learnt;
    for (std::size_t n = 0; n <= merges; ++n) {
        std::vector<std::pair<Merge, std::size_t>> seen;
        std::map<Merge, std::size_t> place;
        const auto add = [&](const std::string& left, const std::string& right, std::size_t count) {
            const auto [at, is_new] = place.try_emplace({left, right}, seen.size());
            if (is_new) seen.push_back({{left, right}, 0});
            seen[at->second].second += count;
        };
        for (std::size_t w = 0; w < words.size(); ++w) {
            for (std::size_t i = 1; i < texts[w].size(); ++i) add(texts[w][i - 1], texts[w][i], words[w].second);
        }
        std::size_t most = 0;
        Merge best;
        for (const auto& [pair, count] : seen) {
            if (count <= most) continue;
            most = count;
            best = pair;
        }
        if (most == 0) break;
        learnt.push_back(best);
        for (auto& symbols : texts) {
            for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
                if (Merge(symbols[i], symbols[i + 1]) != best) continue;
                symbols[i] += symbols[i + 1];
                symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            }
        }
    }
    return learnt;
}

}  // namespace tiny_llm
