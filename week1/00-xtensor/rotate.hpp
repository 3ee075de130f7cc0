#ifndef TINY_LLM_ROTATE_HPP
#define TINY_LLM_ROTATE_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Turns points counter-clockwise about the origin, in place.
///
///     x' = x cos(angle) - y sin(angle)
///     y' = x sin(angle) + y cos(angle)
///
/// x      N.., float32, may be a single number or empty; afterwards x'
/// y      a different tensor of the same shape; afterwards y'. Elements at the same index are one point
/// angle  in radians, of either sign
///
/// Throws std::invalid_argument unless y has the shape of x; both are then unchanged.
///
/// Source: Su et al. 2021, arXiv:2104.09864, the case of two dimensions: a query's pair is turned by its position.
void rotate(Tensor& x, Tensor& y, float angle);

}  // namespace tiny_llm

#endif
