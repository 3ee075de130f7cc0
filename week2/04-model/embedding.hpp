#ifndef TINY_LLM_EMBEDDING_HPP
#define TINY_LLM_EMBEDDING_HPP

#include <stdexcept>
#include <string>
#include <vector>

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// A row of the table for each token.
///
///     y[i] = weight[ids[i]]
///
/// ids      L tokens, may be empty
/// weight   V x E, float32, all numbers finite; not modified
/// returns  L x E, float32, evaluated
///
/// Throws std::invalid_argument unless weight has two axes and every id is between 0 and V - 1.
///
/// Source: PyTorch's torch.nn.functional.embedding.
Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight);

}  // namespace tiny_llm

#endif
