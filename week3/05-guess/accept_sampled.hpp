#ifndef TINY_LLM_ACCEPT_SAMPLED_HPP
#define TINY_LLM_ACCEPT_SAMPLED_HPP

#include <functional>
#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// Keeps guesses that were drawn from q in such a way that every token of the result is distributed as if it were drawn from p.
///
/// Guess i, with x = draft[i], q = draft_probabilities[i] and p = probabilities[i], stays if u < p[x] / q[x] for a draw u of its
/// own; where q[x] is 0 it is rejected. The first rejected guess is replaced by a token drawn from max(0, p - q), divided by its
/// sum, or from p itself where that sum is 0; later guesses are dropped. When all stay, one more token is drawn from the last row
/// of probabilities.
///
/// That token is drawn with another u: it is the first one at which the running sum exceeds u. If rounding keeps even the whole
/// sum at or below u, it is the last one whose probability is above 0. All is computed in double.
///
/// draft                k guesses, 0 to V - 1; there may be none; not modified
/// draft_probabilities  k x V, float32: what guess i was drawn from; not modified
/// probabilities        (k + 1) x V, float32, V at least 1: the model's own after the first i guesses; not modified. In both, rows
///                      after that of the first rejected guess are not looked at
/// uniform              gives the next u, 0 <= u < 1. It is called once for each guess that is looked at, and once for the last
///                      token
/// returns              1 to k + 1 tokens
///
/// Throws std::invalid_argument unless draft_probabilities is k x V and probabilities (k + 1) x V, and when any guess is not 0 to
/// V - 1. Nothing is drawn then.
///
/// Source: Leviathan et al. 2023, algorithm 1; Chen et al. 2023, algorithm 2.
Ids accept_sampled(const Ids& draft, const Tensor& draft_probabilities, const Tensor& probabilities,
                   const std::function<double()>& uniform);

}  // namespace tiny_llm

#endif
