// Your turn.  Check: ./learn check paged_attention
// Contract: paged_attention.hpp, beside this file. It gives you softmax, your own.
// Lesson: docs/en/week3/03-pages.md (中文: docs/zh/week3/03-pages.md)

#include "paged_attention.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor paged_attention(const Tensor& query, const Tensor& keys, const Tensor& values,
                       const std::vector<std::size_t>& table, std::size_t offset) {
    require_shapes(query.dimension() == 3 && keys.dimension() == 4 && query.shape(2) == keys.shape(3) &&
                       keys.shape(1) > 0 && keys.shape(2) > 0 && query.shape(1) % keys.shape(2) == 0,
                   "paged_attention", "query", query, "keys", keys);
    require_shapes(values.shape() == keys.shape(), "paged_attention", "values", values, "keys", keys);
    todo();
}

}  // namespace tiny_llm
