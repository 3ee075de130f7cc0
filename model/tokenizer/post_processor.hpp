#pragma once

#include <vector>

#include "model/tokenizer/field.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// What goes around the ids of a text.
struct SpecialTokensAround {
    std::vector<TokenId> before, after;
};

/// Null, ByteLevel, TemplateProcessing and Sequence. Throws ModelError for others.
SpecialTokensAround make_post_processor(const Field& post_processor);

}  // namespace tiny_llm
