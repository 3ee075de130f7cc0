#pragma once

#include "tiny_llm/tensor.hpp"

/// Whether a is b, to the last bit. xtensor's == and Catch2's CHECK do not go together.
inline bool is(const tiny_llm::Tensor& a, const tiny_llm::Tensor& b) { return a == b; }
