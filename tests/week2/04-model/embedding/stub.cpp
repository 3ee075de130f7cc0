// Your turn.  Check: ./learn check embedding
// Contract: embedding.hpp, beside this file.
// Lesson: docs/en/week2/04-model.md (中文: docs/zh/week2/04-model.md)

#include "embedding.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    todo();
}

}  // namespace tiny_llm
