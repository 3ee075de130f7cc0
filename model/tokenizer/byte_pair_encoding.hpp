#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/tokenizer/field.hpp"
#include "model/tokenizer/vocabulary.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// Byte pair encoding: a word is taken apart into characters, and of all neighbours the pair with the earliest merge
/// becomes one token, until no pair has a merge.
///
/// Source: Sennrich et al., https://arxiv.org/abs/1508.07909
class BytePairEncoding {
public:
    /// `model`: the section of that name. `merges`: a left part and a right part in turn. Refers to the vocabulary.
    /// Throws ModelError for a setting it does not know and for a merge of tokens that the vocabulary does not have.
    BytePairEncoding(const Field& model, const Vocabulary& vocabulary, const TextTable& merges);

    /// Appends the ids of a word of n bytes, in a time of n log n.
    void encode(std::string_view word, std::vector<TokenId>& ids) const;

    /// Whether it joins pairs by their rank and does nothing besides.
    bool is_plain() const { return !unknown_ && !byte_fallback_ && !ignore_merges_; }
    /// Calls `each(rank, left, right)` for every merge, in no order.
    void for_each_merge(const std::function<void(std::size_t, TokenId, TokenId)>& each) const;

private:
    struct Merge {
        std::uint32_t rank;  // less is earlier
        TokenId merged;
    };

    std::vector<TokenId> characters(std::string_view word) const;
    const Merge* find_merge(TokenId left, TokenId right) const;
    void merge(std::vector<TokenId>& symbols) const;

    const Vocabulary* vocabulary_;
    std::unordered_map<std::uint64_t, Merge> merges_;
    std::optional<TokenId> unknown_;
    bool fuse_unknown_, byte_fallback_, ignore_merges_;
};

}  // namespace tiny_llm
