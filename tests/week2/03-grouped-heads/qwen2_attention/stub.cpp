// Your turn.  Check: ./learn check qwen2_attention
// Contract: qwen2_attention.hpp, beside this file. It gives you rope, KVCache and
// grouped_query_attention, your own.
// Lesson: docs/en/week2/03-grouped-heads.md (中文: docs/zh/week2/03-grouped-heads.md)

#include "qwen2_attention.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor Qwen2Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen2Attention", "x", x, "the cache's keys", cache.keys);
    todo();
}

}  // namespace tiny_llm
