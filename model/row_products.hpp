#pragma once

#include "model/stored.hpp"

namespace tiny_llm {

/// The product of one row with every row of a stored matrix: y[o] = sum over i of x[i] weight[o, i]. Reads each weight
/// once and writes none back, so that memory bandwidth is what bounds it.
///
/// x        `in` numbers
/// weight   out x in
/// y        room for `out` numbers
void row_products(const float* x, const StoredTensor& weight, float* y);

}  // namespace tiny_llm
