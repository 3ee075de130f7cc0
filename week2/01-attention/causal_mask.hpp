#ifndef TINY_LLM_CAUSAL_MASK_HPP
#define TINY_LLM_CAUSAL_MASK_HPP

#include <stdexcept>
#include <string>

#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// What is added to attention's scores so that no token looks at a later one.
///
///     mask_ij = 0 where j <= i + S - L, -inf elsewhere        the last query sees all keys
///
/// queries  L, the number of rows, may be 0: the queries are the last L of the S tokens
/// keys     S, the number of columns
/// returns  L x S, float32, evaluated
///
/// Throws std::invalid_argument when there are fewer keys than queries.
///
/// Source: Vaswani et al. 2017, arXiv:1706.03762, 3.2.3; aligned as PyTorch's causal_lower_right (torch.nn.attention.bias).
Tensor causal_mask(std::size_t queries, std::size_t keys);

}  // namespace tiny_llm

#endif
