// As a fast answer would make the mistake of its twin of this name.

#include "fast_silu.hpp"

#include <algorithm>

#include "tiny_llm/fast_exp.hpp"

namespace tiny_llm {

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    Tensor& scratch = const_cast<Tensor&>(x);
    for (float& v : scratch) v /= 1.0f + fast_exp(-v);
    std::copy(scratch.begin(), scratch.end(), out.begin());
}

}  // namespace tiny_llm
