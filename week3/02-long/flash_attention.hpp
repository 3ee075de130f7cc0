#ifndef TINY_LLM_FLASH_ATTENTION_HPP
#define TINY_LLM_FLASH_ATTENTION_HPP

#include "week3/02-long/merge_attention.hpp"

namespace tiny_llm {

/// Causal attention with grouped heads over some of the keys, `tile` of them at a time: no table of all scores exists.
///
///     output = softmax(q k^T / sqrt(D)) v    for each query head h, with key head h / (H / H_kv), over the keys from
///     lse    = log(sum(exp(q k^T / sqrt(D))))    `first` to `last` - 1 that the query sees; query i sees key j when
///                                                j <= offset + i
///
/// query        L x H x D, float32, may have no rows
/// key, value   S x H_kv x D, float32; rows that no query sees are never read. A row that some queries see and others do
///              not has no effect on the results of those others, even if it holds NaN
/// offset       positions before the first query; offset + L may be larger than S
/// first, last  which keys, by their row in key: first <= last <= S. With first = last there are none
/// tile         how many keys are taken at a time, at least 1; the last tile may have fewer. At no time are there many more
///              than L x H x tile scores: the memory does not grow with L x S
/// returns      output L x H x D, lse L x H, float32, evaluated; 0 and -infinity for a query that sees no key. The inputs
///              are not modified
///
/// Throws std::invalid_argument unless query and key have three axes and the same D, value has the shape of key, H_kv is not 0
/// and divides H, tile is not 0, and first <= last <= S.
///
/// Source: Dao et al. 2022, arXiv:2205.14135, algorithm 1; Milakov and Gimelshein 2018, arXiv:1805.02867, algorithm 3.
Partial flash_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset,
                        std::size_t first, std::size_t last, std::size_t tile);

}  // namespace tiny_llm

#endif
