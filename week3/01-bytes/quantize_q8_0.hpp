#ifndef TINY_LLM_QUANTIZE_Q8_0_HPP
#define TINY_LLM_QUANTIZE_Q8_0_HPP

#include <stdexcept>

#include "tiny_llm/quantized.hpp"
#include "tiny_llm/shape.hpp"

namespace tiny_llm {

/// A matrix in 34 bytes for each 32 numbers: 32 neighbours of a row are whole numbers from -127 to 127, times a scale.
///
///     d = max |x| / 127,   value = round(x · (1 / d)),   scale = d
///
/// weight   rows x columns, float32; either may be 0; not modified
/// returns  the blocks row by row, columns / 32 for each row
///
/// d, 1 / d and the product are computed in float32, each rounded by itself. round goes to the nearest, halves away from zero,
/// as std::round. 1 / d is computed before d is rounded to float16, and counts as 0 where it is infinite: d is then 0 or tiny.
/// A scale that rounds to 0 is kept, as +0, and so are its values.
///
/// Throws std::invalid_argument unless weight has two axes and columns is a multiple of 32, when a number is NaN or infinite,
/// and when a scale is too large for float16, which it is from 65520 on.
///
/// Source: ggml's quantize_row_q8_0_ref, which writes these bytes into GGUF files.
Quantized<Q8Block> quantize_q8_0(const Tensor& weight);

}  // namespace tiny_llm

#endif
