#ifndef TINY_LLM_TOP_K_HPP
#define TINY_LLM_TOP_K_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Keeps the k largest, and whatever equals the smallest of these; the others become -inf.
///
/// logits   (V,), float32, V at least 1, may contain -inf; not modified
/// k        how many; 0, or V or more, keeps all
/// returns  (V,), float32, evaluated
///
/// Throws std::invalid_argument unless logits has one axis that is not empty.
///
/// Source: Fan et al. 2018, arXiv:1805.04833, 5.4; Hugging Face's TopKLogitsWarper.
Tensor top_k(const Tensor& logits, std::size_t k);

}  // namespace tiny_llm

#endif
