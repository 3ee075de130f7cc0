// Your turn.  Check: ./learn check qwen3_attention
// Contract: qwen3_attention.hpp, beside this file. It gives you RMSNorm, rope, KVCache and
// grouped_query_attention, your own.
// Lesson: docs/en/week2/03-grouped-heads.md (中文: docs/zh/week2/03-grouped-heads.md)

#include "qwen3_attention.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
    todo();
}

}  // namespace tiny_llm
