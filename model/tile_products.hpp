#pragma once

#include "model/stored.hpp"

namespace tiny_llm {

/// The products of a few rows with every row of a stored matrix: y[r, o] = sum over i of x[r, i] weight[o, i]. Each weight comes
/// from memory once, and all rows meet it in registers: several texts cost little more than one.
///
/// x        rows x in
/// weight   out x in, not in blocks
/// y        room for rows x out numbers
void tile_products(const float* x, std::size_t rows, const StoredTensor& weight, float* y);

/// What an MLP does between its products: silu(gated[i]) * up[i] to gated[i].
void gate(float* __restrict gated, const float* up, std::size_t count);

}  // namespace tiny_llm
