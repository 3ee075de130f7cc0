#ifndef TINY_LLM_GREEDY_HPP
#define TINY_LLM_GREEDY_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// The token with the largest logit; ties go to the lowest id.
///
/// logits   (V,), float32, V at least 1; not modified
/// returns  0 to V - 1; 0 where all are -inf
///
/// Throws std::invalid_argument unless logits has one axis that is not empty, and when one of them is NaN or +inf.
///
/// Source: Hugging Face's generate with do_sample=False; torch.argmax, which does not promise which of several equals it takes.
TokenId greedy(const Tensor& logits);

}  // namespace tiny_llm

#endif
