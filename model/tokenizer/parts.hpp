#pragma once

#include "model/tokenizer/added_tokens.hpp"
#include "model/tokenizer/byte_pair_encoding.hpp"
#include "model/tokenizer/decoder.hpp"
#include "model/tokenizer/normalizer.hpp"
#include "model/tokenizer/post_processor.hpp"
#include "model/tokenizer/pre_tokenizer.hpp"
#include "model/tokenizer/tokenizer.hpp"
#include "model/tokenizer/tokenizer_json.hpp"
#include "model/tokenizer/vocabulary.hpp"

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
    bool is_of_exercise;
};

}  // namespace tiny_llm
