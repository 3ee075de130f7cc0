#include "train_bpe.hpp"

#include <map>
#include <set>

namespace tiny_llm {

namespace {

struct Word {
    std::vector<std::string> symbols;
    std::size_t count;
};

/// The counts of all pairs, and in which words each stands: only those words are looked at after a merge.
class Pairs {
public:
    void add(const Word& word, std::size_t number) {
        for (std::size_t i = 1; i < word.symbols.size(); ++i) {
            const Merge pair{word.symbols[i - 1], word.symbols[i]};
            counts_[pair] += word.count;
            words_[pair].insert(number);
        }
    }
    void take_away(const Word& word) {
        for (std::size_t i = 1; i < word.symbols.size(); ++i) {
            const auto found = counts_.find({word.symbols[i - 1], word.symbols[i]});
            found->second -= word.count;
            if (found->second == 0) counts_.erase(found);
        }
    }
    bool empty() const { return counts_.empty(); }
    Merge most_frequent() const {
        auto best = counts_.begin();
        for (auto one = counts_.begin(); one != counts_.end(); ++one) {
            if (one->second >= best->second) best = one;
        }
        return best->first;
    }
    std::set<std::size_t> words_with(const Merge& pair) { return words_[pair]; }

private:
    std::map<Merge, std::size_t> counts_;
    std::map<Merge, std::set<std::size_t>> words_;  // some may have lost it
};

}  // namespace

std::vector<Merge> train_bpe(const std::vector<std::pair<std::string, std::size_t>>& words, std::size_t merges) {
    std::vector<Word> all;
    Pairs pairs;
    for (const auto& [text, count] : words) {
        if (count == 0) continue;
        Word word{{}, count};
        for (std::size_t from = 0, to = 0; from < text.size(); from = to) {
            do ++to;
            while (to < text.size() && static_cast<unsigned char>(text[to]) / 64 == 2);
            word.symbols.push_back(text.substr(from, to - from));
        }
        pairs.add(word, all.size());
        all.push_back(std::move(word));
    }
    std::vector<Merge> learnt;
    while (learnt.size() < merges && !pairs.empty()) {
        const Merge best = pairs.most_frequent();
        learnt.push_back(best);
        for (const std::size_t number : pairs.words_with(best)) {
            Word& word = all[number];
            pairs.take_away(word);
            std::vector<std::string> joined;
            for (std::string& symbol : word.symbols) {
                const bool free = !joined.empty() && joined.back() == best.first;
                if (free && symbol == best.second) {
                    // Behind an empty symbol, so that what was joined is not joined again.
                    joined.back() += symbol;
                    joined.emplace_back();
                } else if (!joined.empty() && joined.back().empty()) {
                    joined.back() = symbol;
                } else {
                    joined.push_back(symbol);
                }
            }
            if (!joined.empty() && joined.back().empty()) joined.pop_back();
            word.symbols = joined;
            pairs.add(word, number);
        }
    }
    return learnt;
}

}  // namespace tiny_llm
