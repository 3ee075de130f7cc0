#include "week2/01-attention/scaled_dot_product_attention.hpp"

#include "grader/as_part.hpp"
#include "tests/week2/01-attention/scaled_dot_product_attention/mistakes.hpp"

tiny_llm::Tensor tiny_llm::scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
    const std::optional<Tensor>& mask, std::optional<float> scale) {
    return grader::as_part(
        &::scaled_dot_product_attention, "query", query, "key", key, "value", value, "mask", mask, "scale", scale);
}
