// Your turn.  Check: ./learn check top_k
// Contract: top_k.hpp, beside this file.
// Lesson: docs/en/week2/05-generate.md (中文: docs/zh/week2/05-generate.md)

#include "top_k.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_k: logits are " + shape_string(logits) + ", expected (V,)");
    }
    todo();
}

}  // namespace tiny_llm
