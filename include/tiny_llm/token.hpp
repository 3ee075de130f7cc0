#pragma once

#include <cstdint>

namespace tiny_llm {

/// A row of the embedding: 0 to vocab_size - 1. Signed and wide, as in PyTorch, where ids are int64.
using TokenId = std::int64_t;

}  // namespace tiny_llm
