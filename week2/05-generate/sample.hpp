#ifndef TINY_LLM_SAMPLE_HPP
#define TINY_LLM_SAMPLE_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// Draws a token, each with its probability, softmax(logits): the first one at which the running sum of the probabilities exceeds
/// u. Where rounding leaves the whole sum at or below u, it is the last token that can be chosen.
///
/// logits   (V,), float32, V at least 1; those at -inf are never chosen; not modified
/// u        a random number, 0 <= u < 1. The caller draws it: the same u gives the same token
/// returns  0 to V - 1
///
/// Throws std::invalid_argument unless logits has one axis that is not empty and 0 <= u < 1; when a logit is NaN or
/// +inf; and when all are -inf.
///
/// Source: inverse transform sampling (Devroye 1986, III.2); torch.multinomial draws u itself.
TokenId sample(const Tensor& logits, double u);

}  // namespace tiny_llm

#endif
