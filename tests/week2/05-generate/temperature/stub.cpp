// Your turn.  Check: ./learn check temperature
// Contract: temperature.hpp, beside this file.
// Lesson: docs/en/week2/05-generate.md (中文: docs/zh/week2/05-generate.md)

#include "temperature.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor temperature(const Tensor& logits, float t) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("temperature: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(t > 0) || std::isinf(t)) {
        throw std::invalid_argument("temperature: t is " + std::to_string(t) + ", expected a number above 0");
    }
    todo();
}

}  // namespace tiny_llm
