#pragma once

#include <cstddef>
#include <vector>

#include "tiny_llm/tensor.hpp"

namespace grader {

using tiny_llm::Tensor;

/// How close is close enough. For float32: |yours - expected| <= atol + rtol * |expected|, with the defaults of
/// torch.testing.assert_close.
struct Tolerance {
    double rtol = 1.3e-6;
    double atol = 1e-5;
    // Low precision: with bits > 0, one unit in the last place of a type of so many bits of precision (bfloat16 8,
    // float16 11) instead, and no more than the share `most_off` of all elements off at all. assert_close's defaults
    // for these types let statistics in bfloat16 pass.
    int bits = 0;
    double most_off = 1;
};

/// What differs between two tensors of one shape, by flat row-major index.
struct Difference {
    std::vector<std::size_t> wrong;       // outside the tolerance, or not finite where the other is
    std::vector<std::size_t> not_finite;  // NaN or infinite in `yours` alone
    std::size_t worst = 0;                // the wrong element that exceeds its allowance by the largest factor
    double worst_allowed = 0;
    std::size_t off = 0;  // not equal, within the tolerance or not
};

Difference compare(const Tensor& yours, const Tensor& expected, Tolerance tolerance);

bool same_shape(const Tensor& a, const Tensor& b);

/// Equal to the bit, NaN included: what "left as it was" means.
bool identical(const Tensor& a, const Tensor& b);

}  // namespace grader
