// Your turn.  Check: ./learn check quantize_q4_0
// Contract: quantize_q4_0.hpp, beside this file. It gives you Q4Block and Quantized (tiny_llm/quantized.hpp).
// Lesson: docs/en/week3/01-bytes.md (中文: docs/zh/week3/01-bytes.md)

#include "quantize_q4_0.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Quantized<Q4Block> quantize_q4_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) {
        throw std::invalid_argument("quantize_q4_0: weight is " + shape_string(weight) +
                                    ", expected rows of whole blocks of 32");
    }
    todo();
}

}  // namespace tiny_llm
