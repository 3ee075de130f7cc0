#pragma once

#include <vector>

#include "model/safetensors.hpp"
#include "model/token.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Looks up a row of the table for each token.
///
///     y[i] = weight[ids[i]]
///
/// ids      L tokens
/// weight   V x E, read where it lies in the file
/// returns  L x E, float32
///
/// Throws std::invalid_argument when an id is negative or not below V.
///
/// Source: PyTorch's torch.nn.functional.embedding.
Tensor embedding(const std::vector<TokenId>& ids, const StoredTensor& weight);

}  // namespace tiny_llm
