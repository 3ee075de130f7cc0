#pragma once

#include <cstdint>
#include <vector>

namespace tiny_llm {

/// A row of the embedding: 0 to vocab_size - 1. Signed and wide, as in PyTorch, where ids are int64.
using TokenId = std::int64_t;

/// A text as the model reads it.
using Ids = std::vector<TokenId>;

}  // namespace tiny_llm
