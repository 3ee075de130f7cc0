#pragma once

#include "model/stored.hpp"

namespace tiny_llm {

/// The products of rows with every row of a matrix of q8_0 or q4_0, as ggml multiplies: the rows become q8_0 first, then blocks
/// meet blocks in whole numbers, and each sum times both scales is added up in float32. A row with a number that is not finite
/// gives NaN.
///
/// x          rows x in, where `in` is a multiple of 32
/// weight     out x in
/// y          room for rows x out numbers
/// portable   as if the processor had no AVX2
void block_products(const float* x, std::size_t rows, const StoredTensor& weight, float* y, bool portable = false);

}  // namespace tiny_llm
