#ifndef TINY_LLM_Q8_0_LINEAR_HPP
#define TINY_LLM_Q8_0_LINEAR_HPP

#include <optional>

#include "tiny_llm/quantized.hpp"
#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "week3/01-bytes/quantize_q8_0.hpp"

namespace tiny_llm {

/// `linear` with a weight in blocks of 32, multiplied in whole numbers: x W^T, and a bias if there is one.
///
///     y = sum over the blocks of  d_x · d_w · (sum over a block of  v_x · v_w)  +  b
///
/// x        N.. x columns, float32, at least one axis, may have zero rows
/// weight   rows x columns, a scale d_w and 32 values v_w in each block, any that a Q8Block can hold; rows may be 0, columns not
/// bias     (rows,), float32, or none
/// returns  N.. x rows, float32, evaluated; x, weight and bias are not modified
///
/// Each row of x is quantized as quantize_q8_0 does it: d_x is a float16, v_x are from -127 to 127. The sum over a block is exact,
/// and the blocks are added up in float32 or in something more precise, in any order.
///
/// Throws std::invalid_argument where quantize_q8_0 does for x, and unless weight.columns is a multiple of 32, there are
/// rows * columns / 32 blocks, the last axis of x has `columns` elements, and bias, if there is one, is (rows,).
///
/// Source: ggml's ggml_vec_dot_q8_0_q8_0_generic.
Tensor q8_0_linear(const Tensor& x, const Quantized<Q8Block>& weight, const std::optional<Tensor>& bias = std::nullopt);

}  // namespace tiny_llm

#endif
