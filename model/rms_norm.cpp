#include "week1/02-rms-norm/rms_norm.hpp"

#include "week1/05-speed/fast_rms_norm.hpp"

namespace tiny_llm {

/// The given norm of a story: week 1's fast one. The plain one goes number by number, and each token meets two norms or more
/// in each layer.
Tensor RMSNorm::operator()(const Tensor& x) const {
    Tensor y;
    FastRMSNorm(dim, weight, eps)(x, y);
    return y;
}

}  // namespace tiny_llm
