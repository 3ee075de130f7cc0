#pragma once

#include <functional>

#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// PyTorch's nn.Linear, N.. x in to N.. x out: x W^T, plus a bias where there is one. It knows where W is, in memory or as
/// bfloat16 in a file; its caller need not.
using Linear = std::function<Tensor(const Tensor& x)>;

}  // namespace tiny_llm
