#ifndef TINY_LLM_GROUPED_QUERY_ATTENTION_HPP
#define TINY_LLM_GROUPED_QUERY_ATTENTION_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "week2/01-attention/causal_mask.hpp"
#include "week2/01-attention/scaled_dot_product_attention.hpp"

namespace tiny_llm {

/// Causal attention with grouped heads: each of the H_kv key heads serves H / H_kv query heads.
///
///     y = softmax(q k^T / sqrt(D)) v       for each query head h, with key head h / (H / H_kv); query i sees keys
///                                          0 to offset + i
///
/// query       L x H x D, float32, may have no rows
/// key, value  S x H_kv x D, float32; rows from offset + L on are never read: in a cache they hold anything
/// offset      positions before the first query: 0 for a prompt, the cache's length for what follows
/// returns     L x H x D, float32, evaluated; the inputs are not modified
///
/// Throws std::invalid_argument unless query and key have three axes and the same D, value has the shape of key, H_kv is not 0
/// and divides H, and S is at least offset + L.
///
/// Source: Ainslie et al. 2023, arXiv:2305.13245; PyTorch's scaled_dot_product_attention with enable_gqa.
Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset);

}  // namespace tiny_llm

#endif
