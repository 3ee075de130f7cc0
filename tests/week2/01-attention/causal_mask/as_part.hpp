#include "week2/01-attention/causal_mask.hpp"

#include "grader/as_part.hpp"
#include "tests/week2/01-attention/causal_mask/mistakes.hpp"

tiny_llm::Tensor tiny_llm::causal_mask(std::size_t queries, std::size_t keys) {
    return grader::as_part(&::causal_mask, "queries", queries, "keys", keys);
}
