#include "bpe.hpp"

#include <climits>

namespace tiny_llm {

// ---- bytes-for-characters

std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::string> symbols;
    for (const char byte : word) {
        if (byte >= 0x80 && byte < 0xC0) symbols.back() += byte;
        else symbols.emplace_back(1, byte);
    }
    while (true) {
        const std::size_t* lowest = nullptr;
        std::size_t place = 0;
        for (std::size_t i = 1; i < symbols.size(); ++i) {
            const auto found = ranks.find({symbols[i - 1], symbols[i]});
            if (found == ranks.end() || (lowest && *lowest <= found->second)) continue;
            lowest = &found->second;
            place = i;
        }
        if (!lowest) return symbols;
        symbols[place - 1] += symbols[place];
        symbols.erase(symbols.begin() + place);
    }
}

// ---- bytes-for-characters+rightmost-first

std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::string> symbols;
    for (const char byte : word) symbols.push_back(std::string{byte});
    while (true) {
        std::size_t place = symbols.size(), lowest = -1;
        for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
            const auto found = ranks.find({symbols[i], symbols[i + 1]});
            if (found != ranks.end() && found->second <= lowest) {
                lowest = found->second;
                place = i;
            }
        }
        if (place == symbols.size()) return symbols;
        symbols[place] += symbols[place + 1];
        symbols.erase(symbols.begin() + place + 1);
    }
}

// ---- joined-text-as-key

std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::string> symbols;
    for (const char byte : word) {
        if ((byte & 0xC0) == 0x80) symbols.back() += byte;
        else symbols.emplace_back(1, byte);
    }
    std::map<std::string, std::size_t> by_text;
    for (const auto& [pair, rank] : ranks) {
        const auto [place, is_new] = by_text.try_emplace(pair.first + pair.second, rank);
        if (!is_new) place->second = std::min(place->second, rank);
    }
    while (true) {
        auto best = by_text.end();
        std::size_t place = 0;
        for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
            const auto found = by_text.find(symbols[i] + symbols[i + 1]);
            if (found == by_text.end()) continue;
            if (best == by_text.end() || found->second < best->second) best = found, place = i;
        }
        if (best == by_text.end()) return symbols;
        symbols[place] = best->first;
        symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(place) + 1);
    }
}

// ---- map-from-front-to-back

std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::string> symbols;
    for (const char byte : word) {
        if ((byte & 0xC0) == 0x80) symbols.back() += byte;
        else symbols.emplace_back(1, byte);
    }
    for (const auto& [pair, rank] : ranks) {
        for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
            if (symbols[i] != pair.first || symbols[i + 1] != pair.second) continue;
            symbols[i] += symbols[i + 1];
            symbols.erase(symbols.begin() + i + 1);
        }
    }
    return symbols;
}

// ---- passes-from-left

std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::string> symbols;
    for (const char byte : word) {
        if ((byte & 0xC0) == 0x80) symbols.back() += byte;
        else symbols.emplace_back(1, byte);
    }
    bool changed = true;
    while (changed) {
        changed = false;
        for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
            if (!ranks.contains({symbols[i], symbols[i + 1]})) continue;
            symbols[i] += symbols[i + 1];
            symbols.erase(symbols.begin() + i + 1);
            changed = true;
        }
    }
    return symbols;
}

// ---- rank-in-an-int

std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::string> symbols;
    for (const char byte : word) {
        if ((byte & 0xC0) == 0x80) symbols.back() += byte;
        else symbols.emplace_back(1, byte);
    }
    for (;;) {
        int lowest = INT_MAX;
        std::size_t place = 0;
        for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
            const auto found = ranks.find({symbols[i], symbols[i + 1]});
            const int rank = found == ranks.end() ? INT_MAX : found->second;
            if (rank < lowest) lowest = rank, place = i;
        }
        if (lowest == INT_MAX) break;
        symbols[place] += symbols[place + 1];
        symbols.erase(symbols.begin() + place + 1);
    }
    return symbols;
}

// ---- rank-zero-is-none

std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::string> symbols;
    for (const char byte : word) {
        if ((byte & 0xC0) == 0x80) symbols.back() += byte;
        else symbols.emplace_back(1, byte);
    }
    MergeRanks table = ranks;
    for (;;) {
        std::size_t place = 0, lowest = 0;
        for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
            const std::size_t rank = table[{symbols[i], symbols[i + 1]}];
            if (rank && (!lowest || rank < lowest)) {
                lowest = rank;
                place = i;
            }
        }
        if (!lowest) break;
        symbols[place] += symbols[place + 1];
        symbols.erase(symbols.begin() + place + 1);
    }
    return symbols;
}

// ---- up-to-a-zero

std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::string> symbols;
    for (const char* p = word.data(); *p; ++p) {
        if ((*p & 0xC0) == 0x80 && !symbols.empty()) symbols.back() += *p;
        else symbols.emplace_back(1, *p);
    }
    while (symbols.size() > 1) {
        auto best = ranks.end();
        std::size_t place = 0;
        for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
            const auto found = ranks.find({symbols[i], symbols[i + 1]});
            if (found != ranks.end() && (best == ranks.end() || found->second < best->second)) best = found, place = i;
        }
        if (best == ranks.end()) break;
        symbols[place] += symbols[place + 1];
        symbols.erase(symbols.begin() + place + 1);
    }
    return symbols;
}

// ---- high-bytes-join-what-is-before+rank-zero-is-none

std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks) {
    std::vector<std::string> symbols;
    for (const char byte : word) {
        if (static_cast<unsigned char>(byte) >= 0x80 && !symbols.empty()) symbols.back() += byte;
        else symbols.emplace_back(1, byte);
    }
    while (symbols.size() > 1) {
        std::size_t best = 0, place = 0;
        for (std::size_t i = 0; i + 1 < symbols.size(); ++i) {
            const auto found = ranks.find({symbols[i], symbols[i + 1]});
            const std::size_t rank = found == ranks.end() ? 0 : found->second;
            if (rank != 0 && (best == 0 || rank < best)) {
                best = rank;
                place = i;
            }
        }
        if (best == 0) break;
        symbols[place] += symbols[place + 1];
        symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(place) + 1);
    }
    return symbols;
}

}  // namespace tiny_llm
