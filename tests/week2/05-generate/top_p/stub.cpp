// Your turn.  Check: ./learn check top_p
// Contract: top_p.hpp, beside this file.
// Lesson: docs/en/week2/05-generate.md (中文: docs/zh/week2/05-generate.md)

#include "top_p.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(p >= 0 && p <= 1)) {
        throw std::invalid_argument("top_p: p is " + std::to_string(p) + ", expected 0 to 1");
    }
    todo();
}

}  // namespace tiny_llm
