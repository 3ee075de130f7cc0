// Your turn.  Check: ./learn check grouped_query_attention
// Contract: grouped_query_attention.hpp, beside this file. It gives you causal_mask and
// scaled_dot_product_attention, your own.
// Lesson: docs/en/week2/03-grouped-heads.md (中文: docs/zh/week2/03-grouped-heads.md)

#include "grouped_query_attention.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
                   "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    todo();
}

}  // namespace tiny_llm
