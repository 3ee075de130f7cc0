#ifndef TINY_LLM_ACCEPT_GREEDY_HPP
#define TINY_LLM_ACCEPT_GREEDY_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// What the model would have written itself, as far as the guesses show it. Guesses stay up to the first one that is not the
/// model's own choice, and that choice comes in its place. If all of them stay, the model's choice after the last comes too.
///
/// draft    k guesses, there may be none; one that is no token of the vocabulary is never the model's own; not modified
/// logits   (k + 1) x V, float32, V at least 1. Row i follows the first i guesses, so the choice from it is what guess i is compared
///          with. Rows after the first one that disagrees are not looked at; not modified
/// returns  1 to k + 1 tokens
///
/// The model's own choice is the token with the largest logit; ties go to the lowest id, and it is 0 where all are -inf, as in
/// greedy.
///
/// Throws std::invalid_argument unless logits is (k + 1) x V, and when a logit is NaN or +inf in a row that is looked at.
///
/// Source: Stern et al. 2018, section 3; Hugging Face's assisted generation with do_sample=False.
Ids accept_greedy(const Ids& draft, const Tensor& logits);

}  // namespace tiny_llm

#endif
