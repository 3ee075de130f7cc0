#pragma once

#include <optional>

#include "model/stored.hpp"
#include "tiny_llm/quantized.hpp"

namespace tiny_llm {

/// 32 numbers as a block, the same bytes as by the exercise quantize_q8_0, for what is quantized again and again: the rows that meet
/// the weights. What is not finite makes a scale that is not finite.
void quantize(const float* x, Q8Block& block);

/// Rows by the exercise quantize_q8_0; none where a number is not finite or too large for a block. Throws WrongResult where they come
/// back as other than their number of blocks.
std::optional<Quantized<Q8Block>> in_q8_0(const Tensor& rows);

/// A matrix as `dtype`, which is bfloat16, q8_0 or q4_0, by the exercises quantize_q8_0 and quantize_q4_0: itself where it is that
/// already.
///
/// Throws ModelError, naming the tensor, where its rows do not consist of whole blocks or a number does not fit.
StoredTensor stored_as(const StoredTensors& of, const StoredTensor& matrix, DType dtype);

}  // namespace tiny_llm
