#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/tokenizer/tokenizer.hpp"
#include "week2/06-tokenizer/encode.hpp"

namespace tiny_llm {

/// Text to ids: by the exercise `encode`, if the tokenizer is one that it writes, or else by the tokenizer itself.
class Encoder {
public:
    /// tokenizer     outlives it
    /// by_exercise   only where the tokenizer is_of_exercise
    Encoder(const Tokenizer& tokenizer, bool by_exercise);

    /// Throws WrongResult where the exercise returns what cannot be: no id, or one that no token has.
    std::vector<TokenId> operator()(std::string_view text, bool add_special_tokens = true) const;

private:
    const Tokenizer& tokenizer_;
    std::optional<TokenizerFile> file_;
};

}  // namespace tiny_llm
