#ifndef TINY_LLM_PAGED_ATTENTION_HPP
#define TINY_LLM_PAGED_ATTENTION_HPP

#include <stdexcept>
#include <vector>

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "week2/01-attention/softmax.hpp"

namespace tiny_llm {

/// grouped_query_attention over keys and values that lie in pages: key j is row j % page of page table[j / page].
///
///     y = softmax(q k^T / sqrt(D)) v       for each query head h, with key head h / (H / H_kv); query i sees keys
///                                          0 to offset + i
///
/// query         L x H x D, float32, may have no rows
/// keys, values  pages x page x H_kv x D, float32: the store of one layer, with the pages of all texts
/// table         the pages of this text, in order, in any order in the store; the first ceil((offset + L) / page) entries
///               count, later ones are not looked at
/// offset        positions before the first query
/// returns       L x H x D, float32, evaluated; the inputs are not modified
///
/// Rows of positions from offset + L on, and pages that are not in the table, are never read: they hold anything. Keys and values
/// are read where they are; to gather them into one tensor first gives the same numbers, but copies the whole text for each token.
///
/// Throws std::invalid_argument unless query has three axes, keys has four and the same D, values has the shape of keys, page and
/// H_kv are not 0, H_kv divides H, and the table has at least ceil((offset + L) / page) entries, each of these a page of the store.
///
/// Source: Kwon et al. 2023, arXiv:2309.06180, section 4.1; vLLM's paged_attention kernel.
Tensor paged_attention(const Tensor& query, const Tensor& keys, const Tensor& values,
                       const std::vector<std::size_t>& table, std::size_t offset);

}  // namespace tiny_llm

#endif
