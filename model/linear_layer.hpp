#pragma once

#include <optional>
#include <variant>

#include "model/safetensors.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// y = x W^T + b, as `linear` of week 1, with W left where it lies in the file: half the memory and, for one row, half
/// the time, when the file is bfloat16.
///
/// x        L x in, float32
/// weight   out x in, of any dtype that is read
/// bias     (out,), float32, or none
/// returns  L x out, float32
///
/// Throws std::invalid_argument when the shapes do not fit each other.
Tensor stored_linear(const Tensor& x, const StoredTensor& weight, const std::optional<Tensor>& bias = std::nullopt);

/// PyTorch's nn.Linear: a weight and a bias that belong together. Weights in memory go through the exercise `linear`.
struct Linear {
    Tensor operator()(const Tensor& x) const;

    std::variant<Tensor, StoredTensor> weight;  // (out, in)
    std::optional<Tensor> bias;                 // (out,)
};

}  // namespace tiny_llm
