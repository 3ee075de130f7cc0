// Your turn.  Check: ./learn check sample
// Contract: sample.hpp, beside this file.
// Lesson: docs/en/week2/05-generate.md (中文: docs/zh/week2/05-generate.md)

#include "sample.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("sample: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(u >= 0 && u < 1)) throw std::invalid_argument("sample: u is " + std::to_string(u) + ", expected 0 <= u < 1");
    todo();
}

}  // namespace tiny_llm
