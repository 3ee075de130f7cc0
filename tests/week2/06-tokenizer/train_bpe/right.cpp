#include "train_bpe.hpp"

#include <algorithm>
#include <iterator>
#include <list>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace tiny_llm {

// ---- kept-up-to-date

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

// ---- list-of-words

/// The words stay in a list, in the order in which they came, and so do the pairs.
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
    for (std::size_t n = 0; n < merges; ++n) {
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
            const bool wins = count > most || (count == most && pair > best);
            if (count == 0 || !wins) continue;
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

// ---- numbers-for-symbols

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

// ---- recursion

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

// ---- sorted-pairs

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
