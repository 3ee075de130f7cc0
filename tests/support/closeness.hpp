#pragma once

#include <cstddef>
#include <vector>

#include "tiny_llm/tensor.hpp"

namespace grader {

using tiny_llm::Tensor;

/// |yours - expected| <= atol + rtol * |expected|. The defaults are those of torch.testing.assert_close for float32.
struct Tolerance {
    double rtol = 1.3e-6;
    double atol = 1e-5;
};

/// What differs between two tensors of one shape, by flat row-major index.
struct Difference {
    std::vector<std::size_t> wrong;       // outside the tolerance, or not finite where the other is
    std::vector<std::size_t> not_finite;  // NaN or infinite in `yours` alone
    std::size_t worst = 0;                // the wrong element that exceeds its allowance by the largest factor
    double worst_allowed = 0;
};

Difference compare(const Tensor& yours, const Tensor& expected, Tolerance tolerance);

bool same_shape(const Tensor& a, const Tensor& b);

/// Equal to the bit, NaN included: what "left as it was" means.
bool identical(const Tensor& a, const Tensor& b);

}  // namespace grader
