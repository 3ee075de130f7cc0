#pragma once

#include <memory>
#include <optional>

#include "model/stored.hpp"
#include "tiny_llm/linear.hpp"
#include "week1/03-qwen2-mlp/qwen2_mlp.hpp"
#include "week2/04-model/decoder_layer.hpp"
#include "week2/04-model/qwen2.hpp"

namespace tiny_llm {

/// Where the matrices of a model are, and who multiplies with them. Norms and biases are always in memory.
enum class Weights {
    in_memory,  // as float32 tensors: the exercises `linear`, `qwen2_mlp` and `embedding`
    in_blocks,  // in the file: the same exercises, given as float32 what they need, a block at a time
    in_file,  // in the file: code of our own, which multiplies bfloat16 as it lies there; half the time of `in_blocks`
    by_q8_0_linear,  // in the file: q8_0 by the exercise `q8_0_linear`, others as `in_file`; an MLP's gate by the exercise `silu`
};

/// x -> x W^T + b.
///
/// weight   out x in, of any dtype that is read
/// bias     (out,), float32, or none
Linear linear_of(const StoredTensor& weight, const std::optional<Tensor>& bias, Weights weights);

/// x -> down(silu(gate(x)) * up(x)).
///
/// gate, up  I x E, of any dtype that is read
/// down      E x I
MLP mlp_of(const StoredTensor& gate, const StoredTensor& up, const StoredTensor& down, Weights weights);

/// The exercise itself, in memory: what `pre_norm_block` takes. Shared, because a copy would copy its matrices.
std::shared_ptr<const Qwen2MLP> qwen2_mlp_of(const StoredTensor& gate, const StoredTensor& up,
                                             const StoredTensor& down);

/// ids -> their rows of the table, V x E.
Embedding embedding_of(const StoredTensor& table, Weights weights);

/// `y`, which this part returned. Throws WrongResult unless it is rows x columns.
Tensor returned(const char* part, Tensor y, std::size_t rows, std::size_t columns);

/// x W^T + b with W where it lies in the file.
///
/// x        L x in, float32
/// returns  L x out, float32
///
/// Throws std::invalid_argument when the shapes do not fit each other.
Tensor stored_linear(const Tensor& x, const StoredTensor& weight, const std::optional<Tensor>& bias = std::nullopt);

}  // namespace tiny_llm
