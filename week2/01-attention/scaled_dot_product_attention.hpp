#ifndef TINY_LLM_SCALED_DOT_PRODUCT_ATTENTION_HPP
#define TINY_LLM_SCALED_DOT_PRODUCT_ATTENTION_HPP

#include <optional>

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "week2/01-attention/softmax.hpp"

namespace tiny_llm {

/// Attention: each query gets a weighted mean of the values, weighted by how well their keys fit the query.
///
///     y = softmax(query key^T * scale + mask) value        softmax over the S keys of each query
///
/// query    N.. x L x D, float32, may have no queries
/// key      N.. x S x D, float32
/// value    N.. x S x V, float32
/// mask     L x S, float32, added to the scores of every leading index: -inf hides a key, any other number is a bias;
///          or none. Every query sees at least one key
/// scale    what query key^T is multiplied by; 1/sqrt(D) if none is given
/// returns  N.. x L x V, float32, evaluated; the inputs are not modified
///
/// Throws std::invalid_argument unless query, key and value have two axes or more and the same leading axes N.., which are
/// not broadcast, query and key the same D, key and value the same S, and mask, if there is one, is L x S.
///
/// Source: Vaswani et al. 2017, arXiv:1706.03762, 3.2.1; PyTorch's torch.nn.functional.scaled_dot_product_attention.
Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                    const std::optional<Tensor>& mask = std::nullopt,
                                    std::optional<float> scale = std::nullopt);

}  // namespace tiny_llm

#endif
