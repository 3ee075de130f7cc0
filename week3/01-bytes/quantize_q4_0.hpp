#ifndef TINY_LLM_QUANTIZE_Q4_0_HPP
#define TINY_LLM_QUANTIZE_Q4_0_HPP

#include <stdexcept>

#include "tiny_llm/quantized.hpp"
#include "tiny_llm/shape.hpp"

namespace tiny_llm {

/// A matrix in 18 bytes for each 32 numbers: 32 neighbours of a row are whole numbers from 0 to 15, less 8, times a scale.
///
///     d = m / -8,   value = min(15, trunc(x · (1 / d) + 8.5)),   scale = d
///
/// weight   rows x columns, float32; either may be 0; not modified
/// returns  the blocks row by row, columns / 32 for each row; byte j has value j in its low half, value j + 16 in its high half
///
/// m is the number with the largest absolute value, with its sign; the first of them if there are several. d, 1 / d, the product
/// and the sum are computed in float32, each rounded by itself: this is compiled with -ffp-contract=off. 1 / d is computed before
/// d is rounded to float16, and counts as 0 where it is infinite: d is then 0 or tiny. A scale that rounds to 0 is kept,
/// with its sign, and so are its values. A block of zeros, of either sign, has the scale -0 (its bits are 0x8000) and bytes of 0x88.
///
/// Throws std::invalid_argument unless weight has two axes and columns is a multiple of 32, when a number is NaN or infinite,
/// and when a scale is too large for float16, which it is from 65520 on.
///
/// Source: ggml's quantize_row_q4_0_ref, which writes these bytes into GGUF files.
Quantized<Q4Block> quantize_q4_0(const Tensor& weight);

}  // namespace tiny_llm

#endif
