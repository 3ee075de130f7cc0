#include "ngram_draft.hpp"

namespace tiny_llm {

Tensor ngram_draft(const Tensor& x) {
    Tensor y = x;
    for (float& value : y) value /= 1.0f + std::abs(value);
    return y;
}

}  // namespace tiny_llm
