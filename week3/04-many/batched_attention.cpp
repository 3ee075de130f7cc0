// Your turn.  Check: ./learn check batched_attention
// Contract: batched_attention.hpp, beside this file. It gives you rope, PagedKVCache and
// paged_attention, your own.
// Lesson: docs/en/week3/04-many.md (中文: docs/zh/week3/04-many.md)

#include "batched_attention.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor batched_attention(const Tensor& x, const std::vector<Rows>& batch, std::size_t layer,
                         const Qwen2Attention& attention, const RopeTables& tables) {
    std::size_t rows = 0;
    for (const Rows& request : batch) rows += request.rows;
    if (x.dimension() != 2 || x.shape(0) != rows)
        throw std::invalid_argument("batched_attention: x " + shape_string(x) + " for " + std::to_string(rows) +
                                    " rows");
    todo();
}

}  // namespace tiny_llm
