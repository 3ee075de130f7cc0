#include "model/tokenizer/byte_pair_encoding.hpp"

#include <algorithm>
#include <queue>

#include "model/tokenizer/utf8.hpp"

namespace tiny_llm {

namespace {

std::uint64_t key(TokenId left, TokenId right) {
    return static_cast<std::uint64_t>(left) << 32 | static_cast<std::uint64_t>(right);
}

std::string byte_token(unsigned char byte) {
    constexpr const char* digits = "0123456789ABCDEF";
    return {'<', '0', 'x', digits[byte >> 4], digits[byte & 15], '>'};
}

}  // namespace

BytePairEncoding::BytePairEncoding(const Field& model, const Vocabulary& vocabulary, const TextTable& merges)
    : vocabulary_(&vocabulary),
      fuse_unknown_(model["fuse_unk"].boolean_or(false)),
      byte_fallback_(model["byte_fallback"].boolean_or(false)),
      ignore_merges_(model["ignore_merges"].boolean_or(false)) {
    model["type"].require("BPE");
    model["dropout"].require(0.0);
    model["continuing_subword_prefix"].require("");
    model["end_of_word_suffix"].require("");
    const Field unknown = model["unk_token"];
    if (const std::string token = unknown.string_or(""); !token.empty()) {
        unknown_ = vocabulary.id(token);
        if (!unknown_) unknown.fail(in_quotes(token) + " is not in the vocabulary");
    }

    merges_.reserve(merges.size() / 2);
    std::string merged;
    for (std::size_t rank = 0; rank < merges.size() / 2; ++rank) {
        const auto id = [&](std::string_view token) {
            const auto found = vocabulary.id(token);
            if (!found)
                model["merges[" + std::to_string(rank) + "]"].fail(in_quotes(token) + " is not in the vocabulary");
            return *found;
        };
        const std::string_view left = merges[2 * rank], right = merges[2 * rank + 1];
        const std::uint64_t pair = key(id(left), id(right));
        (merged = left) += right;
        merges_[pair] = {static_cast<std::uint32_t>(rank), id(merged)};
    }
}

void BytePairEncoding::encode(std::string_view word, std::vector<TokenId>& ids) const {
    if (ignore_merges_)
        if (const auto whole = vocabulary_->id(word)) {
            ids.push_back(*whole);
            return;
        }
    std::vector<TokenId> symbols = characters(word);
    merge(symbols);
    ids.insert(ids.end(), symbols.begin(), symbols.end());
}

/// A token for each character; its bytes' tokens where it has none and there are all of them; or else the unknown
/// token, one for several neighbours where they are fused. Without an unknown token such a character is left out.
std::vector<TokenId> BytePairEncoding::characters(std::string_view word) const {
    std::vector<TokenId> symbols;
    bool unknown_pending = false;  // comes after the byte tokens that follow it, as in Hugging Face's
    const auto add_unknown = [&] {
        if (unknown_pending) symbols.push_back(*unknown_);
        unknown_pending = false;
    };
    for (std::size_t at = 0, length; at < word.size(); at += length) {
        length = std::max<std::size_t>(character_length(word.substr(at)), 1);
        const std::string_view character = word.substr(at, length);
        if (const auto id = vocabulary_->id(character)) {
            add_unknown();
            symbols.push_back(*id);
            continue;
        }
        if (byte_fallback_) {
            std::vector<TokenId> bytes;
            for (const char byte : character)
                if (const auto id = vocabulary_->id(byte_token(static_cast<unsigned char>(byte)))) bytes.push_back(*id);
            if (bytes.size() == length) {
                symbols.insert(symbols.end(), bytes.begin(), bytes.end());
                continue;
            }
        }
        if (!fuse_unknown_) add_unknown();
        unknown_pending = unknown_.has_value();
    }
    add_unknown();
    return symbols;
}

const BytePairEncoding::Merge* BytePairEncoding::find_merge(TokenId left, TokenId right) const {
    const auto found = merges_.find(key(left, right));
    return found == merges_.end() ? nullptr : &found->second;
}

void BytePairEncoding::merge(std::vector<TokenId>& symbols) const {
    // A linked list: a merge replaces the left symbol, and the right one is gone.
    constexpr TokenId gone = -1;
    const std::size_t none = symbols.size();
    std::vector<std::size_t> previous(symbols.size()), next(symbols.size());
    for (std::size_t at = 0; at < symbols.size(); ++at) {
        previous[at] = at == 0 ? none : at - 1;
        next[at] = at + 1;
    }

    struct Candidate {
        Merge merge;
        std::size_t left;
        bool operator<(const Candidate& other) const {  // the greatest is the earliest merge, furthest to the left
            return merge.rank != other.merge.rank ? merge.rank > other.merge.rank : left > other.left;
        }
    };
    std::vector<Candidate> candidates;
    for (std::size_t left = 0; left + 1 < symbols.size(); ++left)
        if (const Merge* found = find_merge(symbols[left], symbols[left + 1])) candidates.push_back({*found, left});
    std::priority_queue<Candidate> queue(std::less<Candidate>(), std::move(candidates));

    while (!queue.empty()) {
        const Candidate best = queue.top();
        queue.pop();
        const std::size_t left = best.left, right = next[left];
        if (symbols[left] == gone || right == none) continue;
        // Both symbols may have become others since.
        const Merge* const current = find_merge(symbols[left], symbols[right]);
        if (current == nullptr || current->merged != best.merge.merged) continue;

        symbols[left] = current->merged;
        symbols[right] = gone;
        next[left] = next[right];
        if (next[left] != none) previous[next[left]] = left;
        for (const std::size_t first : {previous[left], left})
            if (first != none && next[first] != none)
                if (const Merge* found = find_merge(symbols[first], symbols[next[first]])) queue.push({*found, first});
    }
    std::erase(symbols, gone);
}

void BytePairEncoding::for_each_merge(const std::function<void(std::size_t, TokenId, TokenId)>& each) const {
    for (const auto& [pair, merge] : merges_)
        each(merge.rank, static_cast<TokenId>(pair >> 32), static_cast<TokenId>(pair & 0xFFFFFFFF));
}

}  // namespace tiny_llm
