#ifndef TINY_LLM_SOFTMAX_HPP
#define TINY_LLM_SOFTMAX_HPP

#include <stdexcept>

#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Turns the numbers along the last axis, D, into probabilities: none is negative, and each row sums to 1.
///
///     y_i = exp(x_i) / (exp(x_1) + ... + exp(x_D))        the sum over each row of D elements
///
/// x        N.. x D, float32, at least one axis, may have zero rows; not modified
/// returns  the shape of x, float32, evaluated. Right for numbers of any size, even where exp alone overflows; -inf gives 0;
///          a row of nothing but -inf gives NaN
///
/// Throws std::invalid_argument when x has no axis.
///
/// Source: Bridle 1990; PyTorch's torch.softmax with dim=-1.
Tensor softmax(const Tensor& x);

}  // namespace tiny_llm

#endif
