#ifndef TINY_LLM_REPETITION_PENALTY_HPP
#define TINY_LLM_REPETITION_PENALTY_HPP

#include <vector>
#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// Makes tokens that came up before less likely: a positive logit is divided by the penalty, any other multiplied by it.
///
/// logits   (V,), float32, V at least 1, may contain -inf; not modified
/// seen     tokens in any order; one that comes several times counts once; may be empty
/// penalty  above 0, finite; 1 changes nothing, below 1 makes them likelier
/// returns  (V,), float32, evaluated
///
/// Throws std::invalid_argument unless logits has one axis that is not empty, every token of seen is between 0 and V - 1, and
/// penalty is above 0 and finite.
///
/// Source: Keskar et al. 2019, arXiv:1909.05858, 4.1; Hugging Face's RepetitionPenaltyLogitsProcessor.
Tensor repetition_penalty(const Tensor& logits, const std::vector<TokenId>& seen, float penalty);

}  // namespace tiny_llm

#endif
