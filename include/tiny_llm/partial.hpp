#pragma once

#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Attention over a part of the keys, and what it takes to merge it with another part.
struct Partial {
    Tensor output;  // L x H x D: the weighted means of the values of these keys
    Tensor lse;  // L x H: the natural logarithm of the sum of exp(score) over these keys; -infinity where there is none
};

}  // namespace tiny_llm
