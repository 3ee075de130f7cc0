#pragma once

#include <memory>

#include "bench/speed/operation.hpp"

namespace tiny_llm::bench {

/// memcpy of `count` floats, times `factor`.
Limit copying(const std::string& name, std::size_t count, double factor = 1.0);

/// Reading matrices once, each element added to a sum.
Limit reading(const std::vector<const Tensor*>& matrices);

/// The bare BLAS calls of x times each matrix, by gemv for one row and by gemm for more. The inputs must outlive it.
Limit multiplying(const std::string& name, std::size_t rows, const std::vector<const Tensor*>& matrices);

}  // namespace tiny_llm::bench
