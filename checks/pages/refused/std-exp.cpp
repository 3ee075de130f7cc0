// refused: no matching function for call to 'exp

#include "tiny_llm/tensor.hpp"

using namespace tiny_llm;

Tensor silu(const Tensor& x) {
    // region std-exp
    Tensor y = std::exp(-x);
    // endregion
    return y;
}
