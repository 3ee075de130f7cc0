// silu: crashed

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    volatile int* nowhere = nullptr;
    *nowhere = 1;
    return x;
}

}  // namespace tiny_llm
