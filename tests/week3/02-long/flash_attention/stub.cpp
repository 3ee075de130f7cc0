// Your turn.  Check: ./learn check flash_attention
// Contract: flash_attention.hpp, beside this file. It gives you merge_attention, your own.
// Lesson: docs/en/week3/02-long.md (中文: docs/zh/week3/02-long.md)

#include "flash_attention.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Partial flash_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset,
                        std::size_t first, std::size_t last, std::size_t tile) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0,
                   "flash_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "flash_attention", "value", value, "key", key);
    if (tile == 0 || first > last || last > key.shape(0)) {
        throw std::invalid_argument("flash_attention: keys " + std::to_string(first) + " to " + std::to_string(last) +
                                    " of " + std::to_string(key.shape(0)) + ", " + std::to_string(tile) + " at a time");
    }
    todo();
}

}  // namespace tiny_llm
