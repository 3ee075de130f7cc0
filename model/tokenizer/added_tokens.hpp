#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "model/tokenizer/field.hpp"
#include "model/tokenizer/normalizer.hpp"
#include "model/tokenizer/regex.hpp"
#include "model/tokenizer/vocabulary.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// Finds some texts in another, leftmost first, and of those that begin there the longest.
class TokenFinder {
public:
    /// Throws std::invalid_argument where it is too much for the regex library.
    explicit TokenFinder(std::unordered_map<std::string, TokenId> tokens);

    /// Calls `between(offset, text)` for what lies between tokens, if anything, and `token(id)` for each, in order.
    void find(std::string_view text, const std::function<void(std::size_t, std::string_view)>& between,
              const std::function<void(TokenId)>& token) const;

private:
    std::unordered_map<std::string, TokenId> tokens_;
    std::optional<Regex> any_;
};

/// "added_tokens": found in the text as a whole, before anything is merged.
class AddedTokens {
public:
    /// Throws ModelError for flags that neither Qwen2's nor Llama's files use (single_word, lstrip, rstrip), and
    /// where `vocabulary` says otherwise about a token's id.
    AddedTokens(const Field& added_tokens, const Normalizer& normalizer, const Vocabulary& vocabulary);

    /// Those with "normalized": true are looked for in the normalized text, where they are normalized too.
    const TokenFinder& in_raw_text() const { return *in_raw_text_; }
    const TokenFinder& in_normalized_text() const { return *in_normalized_text_; }
    const Vocabulary& vocabulary() const { return *vocabulary_; }
    /// What decode leaves out.
    bool is_special(TokenId id) const { return special_.contains(id); }

private:
    std::optional<TokenFinder> in_raw_text_, in_normalized_text_;
    std::optional<Vocabulary> vocabulary_;
    std::unordered_set<TokenId> special_;
};

}  // namespace tiny_llm
