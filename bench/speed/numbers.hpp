#pragma once

#include <cstdint>

#include "tiny_llm/tensor.hpp"

namespace tiny_llm::bench {

/// Numbers in [-scale, scale) that look random and are the same on every machine. As weights they are rounded to what
/// bfloat16 holds, so that one reference serves both dtypes.
Tensor numbers(const std::vector<std::size_t>& shape, std::uint32_t seed, float scale);
BasicTensor<bfloat16> weights(const std::vector<std::size_t>& shape, std::uint32_t seed, float scale);

Tensor widened(const BasicTensor<bfloat16>& weights);

/// x W^T in float64: x is rows x in, weight out x in.
xt::xarray<double> product(const xt::xarray<double>& x, const xt::xarray<double>& weight);

}  // namespace tiny_llm::bench
