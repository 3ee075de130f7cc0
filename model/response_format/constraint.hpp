#pragma once

#include <string>
#include <vector>

#include "model/tokenizer/tokenizer.hpp"
#include "tiny_llm/tensor.hpp"
#include "tiny_llm/token.hpp"
#include "week3/06-serve/token_mask.hpp"

namespace tiny_llm {

/// What each token adds to a text, in bytes; nothing if it is special or there is none. As many as the model has rows.
std::vector<std::string> bytes_of_tokens(const Tokenizer& tokenizer, std::size_t rows);

/// Keeps one text to an automaton: before a token is chosen, the exercise `token_mask` says which may come.
class Constraint {
public:
    /// vocabulary  outlives it; bytes_of_tokens
    /// stop        the tokens that end the text
    Constraint(Dfa dfa, const std::vector<std::string>& vocabulary, Ids stop);

    /// Logits with −∞ for each token that may not come.
    ///
    /// left  how many tokens may come at most, this one included. The text is complete in time if it can be, byte by byte; tokens
    ///       that would make it too long may not come either
    ///
    /// Throws std::runtime_error where no token may come: the vocabulary lacks bytes that the automaton asks for.
    Tensor masked(const Tensor& logits, std::size_t left) const;

    /// The token that was chosen. Throws std::invalid_argument for one that may not come.
    void take(TokenId id);

private:
    /// Only states from which the text can be complete within so many bytes.
    std::vector<bool> short_enough(const std::vector<bool>& mask, std::size_t bytes) const;
    std::int32_t state_after(const std::string& bytes) const;

    Dfa dfa_;
    const std::vector<std::string>& vocabulary_;
    Ids stop_;
    std::vector<std::int32_t> bytes_left_;  // from each state, at the least
    std::size_t most_bytes_left_;
    std::int32_t state_ = 0;
};

}  // namespace tiny_llm
