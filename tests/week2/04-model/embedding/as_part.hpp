#include "week2/04-model/embedding.hpp"

#include "grader/as_part.hpp"
#include "tests/week2/04-model/embedding/mistakes.hpp"

tiny_llm::Tensor tiny_llm::embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    return grader::as_part(&::embedding, "ids", xt::adapt(ids), "weight", weight);
}
