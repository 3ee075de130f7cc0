#include "train_bpe.hpp"

#include <limits>
#include <map>

namespace tiny_llm {

// ---- bytes-for-characters

namespace {

using Symbols = std::vector<std::string>;

Symbols characters(const std::string& word) {
    Symbols symbols;
    for (const char byte : word) {
        const bool continues = byte >= 0x80 && byte < 0xC0;
        if (symbols.empty() || !continues) symbols.emplace_back();
        symbols.back() += byte;
    }
    return symbols;
}

Symbols join(const Symbols& symbols, const Merge& pair) {
    Symbols joined;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        const bool here = i + 1 < symbols.size() && symbols[i] == pair.first && symbols[i + 1] == pair.second;
        joined.push_back(here ? symbols[i] + symbols[i + 1] : symbols[i]);
        if (here) ++i;
    }
    return joined;
}

}  // namespace

std::vector<Merge> train_bpe(const std::vector<std::pair<std::string, std::size_t>>& words, std::size_t merges) {
    std::vector<std::pair<Symbols, std::size_t>> seen;
    for (const auto& [word, count] : words) seen.emplace_back(characters(word), count);

    std::vector<Merge> learnt;
    while (learnt.size() < merges) {
        std::map<Merge, std::size_t> counts;
        for (const auto& [symbols, count] : seen) {
            for (std::size_t i = 0; i + 1 < symbols.size(); ++i) counts[{symbols[i], symbols[i + 1]}] += count;
        }
        std::size_t most = 0;
        Merge best;
        for (const auto& [pair, count] : counts) {
            if (count >= most) {
                most = count;
                best = pair;
            }
        }
        if (most == 0) break;
        learnt.push_back(best);
        for (auto& [symbols, count] : seen) symbols = join(symbols, best);
    }
    return learnt;
}

// ---- counts-in-an-int

namespace {

using Symbols = std::vector<std::string>;

Symbols characters(const std::string& word) {
    Symbols symbols;
    for (const char byte : word) {
        const bool continues = (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
        if (symbols.empty() || !continues) symbols.emplace_back();
        symbols.back() += byte;
    }
    return symbols;
}

Symbols join(const Symbols& symbols, const Merge& pair) {
    Symbols joined;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        const bool here = i + 1 < symbols.size() && symbols[i] == pair.first && symbols[i + 1] == pair.second;
        joined.push_back(here ? symbols[i] + symbols[i + 1] : symbols[i]);
        if (here) ++i;
    }
    return joined;
}

}  // namespace

std::vector<Merge> train_bpe(const std::vector<std::pair<std::string, std::size_t>>& words, std::size_t merges) {
    std::vector<std::pair<Symbols, std::size_t>> seen;
    for (const auto& [word, count] : words) seen.emplace_back(characters(word), count);

    std::vector<Merge> learnt;
    while (learnt.size() < merges) {
        std::map<Merge, int> counts;
        for (const auto& [symbols, count] : seen) {
            for (std::size_t i = 0; i + 1 < symbols.size(); ++i) counts[{symbols[i], symbols[i + 1]}] += count;
        }
        std::size_t most = 0;
        Merge best;
        for (const auto& [pair, count] : counts) {
            if (count >= most) {
                most = count;
                best = pair;
            }
        }
        if (most == 0) break;
        learnt.push_back(best);
        for (auto& [symbols, count] : seen) symbols = join(symbols, best);
    }
    return learnt;
}

// ---- counts-in-an-int-with-a-sign

namespace {

using Symbols = std::vector<std::string>;

Symbols characters(const std::string& word) {
    Symbols symbols;
    for (const char byte : word) {
        const bool continues = (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
        if (symbols.empty() || !continues) symbols.emplace_back();
        symbols.back() += byte;
    }
    return symbols;
}

Symbols join(const Symbols& symbols, const Merge& pair) {
    Symbols joined;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        const bool here = i + 1 < symbols.size() && symbols[i] == pair.first && symbols[i + 1] == pair.second;
        joined.push_back(here ? symbols[i] + symbols[i + 1] : symbols[i]);
        if (here) ++i;
    }
    return joined;
}

}  // namespace

std::vector<Merge> train_bpe(const std::vector<std::pair<std::string, std::size_t>>& words, std::size_t merges) {
    std::vector<std::pair<Symbols, std::size_t>> seen;
    for (const auto& [word, count] : words) {
        if (count > 0) seen.emplace_back(characters(word), count);
    }

    std::vector<Merge> learnt;
    while (learnt.size() < merges) {
        std::map<Merge, int> counts;
        for (const auto& [symbols, count] : seen) {
            for (std::size_t i = 0; i + 1 < symbols.size(); ++i) counts[{symbols[i], symbols[i + 1]}] += count;
        }
        int most = std::numeric_limits<int>::min();
        Merge best;
        for (const auto& [pair, count] : counts) {
            if (count >= most) {
                most = count;
                best = pair;
            }
        }
        if (best.first.empty()) break;
        learnt.push_back(best);
        for (auto& [symbols, count] : seen) symbols = join(symbols, best);
    }
    return learnt;
}

// ---- joined-in-a-copy

std::vector<Merge> train_bpe(const std::vector<std::pair<std::string, std::size_t>>& words, std::size_t merges) {
    std::vector<std::pair<std::vector<std::string>, std::size_t>> all;
    for (const auto& [word, count] : words) {
        if (count == 0) continue;
        std::vector<std::string> symbols;
        for (const char c : word) {
            if (!symbols.empty() && (c & 0xC0) == 0x80) {
                symbols.back() += c;
            } else {
                symbols.emplace_back(1, c);
            }
        }
        all.emplace_back(symbols, count);
    }
    std::vector<Merge> learned;
    while (learned.size() < merges) {
        std::map<Merge, std::size_t> counts;
        for (const auto& [symbols, count] : all) {
            for (std::size_t i = 0; i + 1 < symbols.size(); ++i) counts[{symbols[i], symbols[i + 1]}] += count;
        }
        if (counts.empty()) break;
        auto best = counts.begin();
        for (auto it = counts.begin(); it != counts.end(); ++it) {
            if (it->second >= best->second) best = it;
        }
        const Merge merge = best->first;
        learned.push_back(merge);
        for (auto [symbols, count] : all) {
            for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
                if (symbols[i] != merge.first || symbols[i + 1] != merge.second) continue;
                symbols[i] += symbols[i + 1];
                symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            }
        }
    }
    return learned;
}

// ---- parts-found-in-a-line

namespace {

using Symbols = std::vector<std::string>;

Symbols characters(const std::string& word) {
    Symbols symbols;
    for (const char byte : word) {
        const bool continues = (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
        if (symbols.empty() || !continues) symbols.emplace_back();
        symbols.back() += byte;
    }
    return symbols;
}

Symbols join(const Symbols& symbols, const Merge& pair) {
    std::string line;
    for (const std::string& symbol : symbols) line += symbol + ' ';
    const std::string two = pair.first + ' ' + pair.second, one = pair.first + pair.second;
    for (std::size_t at = 0; (at = line.find(two, at)) != std::string::npos; at += one.size()) {
        line.replace(at, two.size(), one);
    }
    Symbols joined;
    for (std::size_t from = 0, to; (to = line.find(' ', from)) != std::string::npos; from = to + 1) {
        if (to > from) joined.push_back(line.substr(from, to - from));
    }
    return joined;
}

}  // namespace

std::vector<Merge> train_bpe(const std::vector<std::pair<std::string, std::size_t>>& words, std::size_t merges) {
    std::vector<std::pair<Symbols, std::size_t>> seen;
    for (const auto& [word, count] : words) seen.emplace_back(characters(word), count);

    std::vector<Merge> learnt;
    while (learnt.size() < merges) {
        std::map<Merge, std::size_t> counts;
        for (const auto& [symbols, count] : seen) {
            for (std::size_t i = 0; i + 1 < symbols.size(); ++i) counts[{symbols[i], symbols[i + 1]}] += count;
        }
        std::size_t most = 0;
        Merge best;
        for (const auto& [pair, count] : counts) {
            if (count >= most) {
                most = count;
                best = pair;
            }
        }
        if (most == 0) break;
        learnt.push_back(best);
        for (auto& [symbols, count] : seen) symbols = join(symbols, best);
    }
    return learnt;
}

// ---- ties-first-seen+one-too-many

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

// ---- ties-signed-bytes

namespace {

using Symbols = std::vector<std::string>;

Symbols characters(const std::string& word) {
    Symbols symbols;
    for (const char byte : word) {
        const bool continues = (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
        if (symbols.empty() || !continues) symbols.emplace_back();
        symbols.back() += byte;
    }
    return symbols;
}

Symbols join(const Symbols& symbols, const Merge& pair) {
    Symbols joined;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        const bool here = i + 1 < symbols.size() && symbols[i] == pair.first && symbols[i + 1] == pair.second;
        joined.push_back(here ? symbols[i] + symbols[i + 1] : symbols[i]);
        if (here) ++i;
    }
    return joined;
}

}  // namespace

std::vector<Merge> train_bpe(const std::vector<std::pair<std::string, std::size_t>>& words, std::size_t merges) {
    std::vector<std::pair<Symbols, std::size_t>> seen;
    for (const auto& [word, count] : words) seen.emplace_back(characters(word), count);

    std::vector<Merge> learnt;
    while (learnt.size() < merges) {
        std::map<Merge, std::size_t> counts;
        for (const auto& [symbols, count] : seen) {
            for (std::size_t i = 0; i + 1 < symbols.size(); ++i) counts[{symbols[i], symbols[i + 1]}] += count;
        }
        std::size_t most = 0;
        Merge best;
        for (const auto& [pair, count] : counts) {
            using Bytes = std::vector<signed char>;
            const auto bytes = [](const std::string& text) { return Bytes(text.begin(), text.end()); };
            const auto key = [&](const Merge& merge) { return std::pair(bytes(merge.first), bytes(merge.second)); };
            if (count > 0 && (count > most || (count == most && key(pair) >= key(best)))) {
                most = count;
                best = pair;
            }
        }
        if (most == 0) break;
        learnt.push_back(best);
        for (auto& [symbols, count] : seen) symbols = join(symbols, best);
    }
    return learnt;
}

// ---- word-again-ignored

namespace {

using Symbols = std::vector<std::string>;

Symbols characters(const std::string& word) {
    Symbols symbols;
    for (const char byte : word) {
        const bool continues = (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
        if (symbols.empty() || !continues) symbols.emplace_back();
        symbols.back() += byte;
    }
    return symbols;
}

Symbols join(const Symbols& symbols, const Merge& pair) {
    Symbols joined;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        const bool here = i + 1 < symbols.size() && symbols[i] == pair.first && symbols[i + 1] == pair.second;
        joined.push_back(here ? symbols[i] + symbols[i + 1] : symbols[i]);
        if (here) ++i;
    }
    return joined;
}

}  // namespace

std::vector<Merge> train_bpe(const std::vector<std::pair<std::string, std::size_t>>& words, std::size_t merges) {
    std::vector<std::pair<Symbols, std::size_t>> seen;
    std::map<Symbols, std::size_t> once;
    for (const auto& [word, count] : words) once.emplace(characters(word), count);
    seen.assign(once.begin(), once.end());

    std::vector<Merge> learnt;
    while (learnt.size() < merges) {
        std::map<Merge, std::size_t> counts;
        for (const auto& [symbols, count] : seen) {
            for (std::size_t i = 0; i + 1 < symbols.size(); ++i) counts[{symbols[i], symbols[i + 1]}] += count;
        }
        std::size_t most = 0;
        Merge best;
        for (const auto& [pair, count] : counts) {
            if (count >= most) {
                most = count;
                best = pair;
            }
        }
        if (most == 0) break;
        learnt.push_back(best);
        for (auto& [symbols, count] : seen) symbols = join(symbols, best);
    }
    return learnt;
}

}  // namespace tiny_llm
