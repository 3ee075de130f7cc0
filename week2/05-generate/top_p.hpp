#ifndef TINY_LLM_TOP_P_HPP
#define TINY_LLM_TOP_P_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Keeps the fewest of the likeliest whose probabilities together reach p, at least one; the others become -inf. Among
/// equals, the lower id is kept first.
///
/// logits   (V,), float32, V at least 1, may contain -inf; not modified. Probabilities are softmax(logits),
///          added up in double
/// p        0 to 1; 0 keeps one, 1 changes nothing
/// returns  (V,), float32, evaluated: what is kept does not change
///
/// Throws std::invalid_argument unless logits has one axis that is not empty, and p is between 0 and 1.
///
/// Source: Holtzman et al. 2020, arXiv:1904.09751, 3.1; Hugging Face's TopPLogitsWarper, which leaves it to its sort which
/// of several equals it keeps.
Tensor top_p(const Tensor& logits, float p);

}  // namespace tiny_llm

#endif
