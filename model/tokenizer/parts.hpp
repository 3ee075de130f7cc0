#pragma once

#include "added_tokens.hpp"
#include "byte_pair_encoding.hpp"
#include "decoder.hpp"
#include "normalizer.hpp"
#include "post_processor.hpp"
#include "pre_tokenizer.hpp"
#include "tokenizer.hpp"
#include "tokenizer_json.hpp"
#include "vocabulary.hpp"

namespace tiny_llm {

/// What tokenizer.json describes, in the order in which encode uses it.
struct Tokenizer::Parts {
    explicit Parts(TokenizerJson json);

    /// The token's text; none if there is none.
    std::optional<std::string_view> text(TokenId id) const;

    std::string file;
    Vocabulary vocabulary;  // without added tokens
    Normalizer normalizer;
    AddedTokens added_tokens;
    PreTokenizer pre_tokenizer;
    BytePairEncoding model;
    SpecialTokensAround special_tokens;
    Decoder decoder;
};

}  // namespace tiny_llm
