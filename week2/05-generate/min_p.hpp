#ifndef TINY_LLM_MIN_P_HPP
#define TINY_LLM_MIN_P_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Keeps the tokens with at least p times the probability of the likeliest; the others become -inf.
///
/// logits   (V,), float32, V at least 1, may contain -inf; not modified. Probabilities are softmax(logits)
/// p        0 to 1; 0 changes nothing, 1 keeps the likeliest and all that equal it
/// returns  (V,), float32, evaluated: what is kept does not change
///
/// Throws std::invalid_argument unless logits has one axis that is not empty, and p is between 0 and 1.
///
/// Source: Nguyen et al. 2024, arXiv:2407.01082, section 3; Hugging Face's MinPLogitsWarper.
Tensor min_p(const Tensor& logits, float p);

}  // namespace tiny_llm

#endif
