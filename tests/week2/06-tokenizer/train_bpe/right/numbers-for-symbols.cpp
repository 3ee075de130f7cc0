#include "train_bpe.hpp"

#include <algorithm>
#include <unordered_map>

namespace tiny_llm {

namespace {

/// Symbols are numbers in one long list, in which -1 stands behind each word.
class Trainer {
public:
    explicit Trainer(const std::vector<std::pair<std::string, std::size_t>>& words) {
        for (const auto& [word, count] : words) {
            for (std::size_t from = 0; from < word.size();) {
                std::size_t to = from + 1;
                while (to < word.size() && static_cast<signed char>(word[to]) < -64) ++to;  // 0x80 to 0xBF
                add(number(word.substr(from, to - from)), count);
                from = to;
            }
            add(-1, 0);
        }
    }

    bool learn(std::vector<Merge>& learnt) {
        const auto [most, left, right] = best();
        if (most == 0) return false;
        learnt.emplace_back(symbols_[left], symbols_[right]);
        const int joined = number(symbols_[left] + symbols_[right]);
        std::size_t to = 0;
        for (std::size_t i = 0; i < text_.size(); ++i, ++to) {
            const bool here = text_[i] == left && text_[i + 1] == right;
            text_[to] = here ? joined : text_[i];
            counts_[to] = counts_[i];
            if (here) ++i;
        }
        text_.resize(to);
        counts_.resize(to);
        return true;
    }

private:
    struct Best {
        std::size_t count;
        int left, right;
    };

    int number(const std::string& symbol) {
        const auto found = std::find(symbols_.begin(), symbols_.end(), symbol);
        if (found == symbols_.end()) {
            symbols_.push_back(symbol);
            return static_cast<int>(symbols_.size()) - 1;
        }
        return static_cast<int>(found - symbols_.begin());
    }
    void add(int symbol, std::size_t count) {
        text_.push_back(symbol);
        counts_.push_back(count);
    }
    Best best() const {
        std::unordered_map<long long, std::size_t> seen;
        Best best{0, 0, 0};
        for (std::size_t i = 0; i + 1 < text_.size(); ++i) {
            if (text_[i] >= 0 && text_[i + 1] >= 0) seen[text_[i] * 1'000'000LL + text_[i + 1]] += counts_[i];
        }
        for (const auto& [key, count] : seen) {
            const int left = static_cast<int>(key / 1'000'000), right = static_cast<int>(key % 1'000'000);
            const bool greater = symbols_[left] != symbols_[best.left] ? symbols_[left] > symbols_[best.left]
                                                                       : symbols_[right] > symbols_[best.right];
            if (count > best.count || (count == best.count && count > 0 && greater)) best = {count, left, right};
        }
        return best;
    }

    std::vector<std::string> symbols_;
    std::vector<int> text_;
    std::vector<std::size_t> counts_;  // of the word, for each symbol in it
};

}  // namespace

std::vector<Merge> train_bpe(const std::vector<std::pair<std::string, std::size_t>>& words, std::size_t merges) {
    Trainer trainer(words);
    std::vector<Merge> learnt;
    while (learnt.size() < merges && trainer.learn(learnt)) continue;
    return learnt;
}

}  // namespace tiny_llm
