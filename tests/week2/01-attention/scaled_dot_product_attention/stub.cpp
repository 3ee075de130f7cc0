// Your turn.  Check: ./learn check scaled_dot_product_attention
// Contract: scaled_dot_product_attention.hpp, beside this file. It gives you softmax, your own.
// Lesson: docs/en/week2/01-attention.md (中文: docs/zh/week2/01-attention.md)

#include "scaled_dot_product_attention.hpp"

#include <algorithm>

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

/// Whether both have two axes or more, and all axes before the last two are equal.
static bool same_leading_axes(const Tensor& a, const Tensor& b) {
    return a.dimension() >= 2 && a.dimension() == b.dimension() &&
           std::equal(a.shape().begin(), a.shape().end() - 2, b.shape().begin());
}

Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                    const std::optional<Tensor>& mask, std::optional<float> scale) {
    require_shapes(same_leading_axes(query, key) && query.shape().back() == key.shape().back(),
                   "scaled_dot_product_attention", "query", query, "key", key);
    const std::size_t axes = query.dimension(), L = query.shape(axes - 2), S = key.shape(axes - 2);
    require_shapes(same_leading_axes(key, value) && value.shape(axes - 2) == S, "scaled_dot_product_attention", "key",
                   key, "value", value);
    if (mask) require_shape("scaled_dot_product_attention", "mask", *mask, {L, S});
    todo();
}

}  // namespace tiny_llm
