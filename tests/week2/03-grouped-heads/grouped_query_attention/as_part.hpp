#include "week2/03-grouped-heads/grouped_query_attention.hpp"

#include "grader/as_part.hpp"
#include "tests/week2/03-grouped-heads/grouped_query_attention/mistakes.hpp"

tiny_llm::Tensor tiny_llm::grouped_query_attention(
    const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    return grader::as_part(&::grouped_query_attention, "query", query, "key", key, "value", value, "offset", offset);
}
