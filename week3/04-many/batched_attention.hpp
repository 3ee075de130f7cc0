#ifndef TINY_LLM_BATCHED_ATTENTION_HPP
#define TINY_LLM_BATCHED_ATTENTION_HPP

#include <stdexcept>
#include <vector>

#include "tiny_llm/tensor.hpp"
#include "week2/02-rope/rope.hpp"
#include "week2/03-grouped-heads/qwen2_attention.hpp"
#include "week3/03-pages/paged_attention.hpp"
#include "week3/03-pages/paged_kv_cache.hpp"

namespace tiny_llm {

/// What one request brings to a pass over several: how many rows it has. They follow the positions in its cache.
struct Rows {
    PagedKVCache* cache;
    std::size_t rows;
};

/// The attention layer of Qwen2 for several requests at once, each with its own cache in pages. What it gives for a request
/// equals, within rounding, what it would give for that request alone.
///
///     q = q_proj(x), k = k_proj(x), v = v_proj(x)                 of the rows of all requests together
///     for each request, of its own rows, as rows of heads of D numbers:
///         q = rope(q), k = rope(k)                                its first row is at position cache.length
///         y = paged_attention(q, the cache's keys and values)     k and v of its rows among them
///     returns o_proj(y)                                           of the rows of all requests together
///
/// x          L x E, float32: first the rows of batch[0], then those of batch[1], and so on; not modified
/// batch      the requests and how many rows each has in x. These are reserved in its cache already. The batch may be empty,
///            and a request may have no rows, and none reserved; no cache is in it twice, and all caches are in one store
/// layer      which of the caches' layers this is: k, turned by RoPE, and v are written into it
/// attention  its projections, H, H_kv and D. Each of the four projections is called once, with all L rows,
///            and need not be where there are none
/// tables     what rope_tables gives for D
/// returns    L x E, float32, evaluated. The rows stay reserved: the caller commits them after the last layer
///
/// Throws std::invalid_argument unless x has two axes and as many rows as the requests of the batch have together; and, if a
/// request has rows, unless its cache has exactly that many reserved, and this layer, of H_kv heads of D numbers, and the
/// tables have D/2 columns and a row for each position. All lengths, and all rows of the store before them, are then unchanged.
///
/// Source: Yu et al. 2022 (Orca), section 4.2, "selective batching"; vLLM's Attention layer, whose rows are flattened alike.
Tensor batched_attention(const Tensor& x, const std::vector<Rows>& batch, std::size_t layer,
                         const Qwen2Attention& attention, const RopeTables& tables);

}  // namespace tiny_llm

#endif
