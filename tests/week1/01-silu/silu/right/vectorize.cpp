#include "silu.hpp"

#if __has_include(<xtensor/core/xvectorize.hpp>)
#include <xtensor/core/xvectorize.hpp>
#else
#include <xtensor/xvectorize.hpp>
#endif

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    const auto one = [](float v) { return v / (1.0f + std::exp(-v)); };
    return xt::vectorize(one)(x);
}

}  // namespace tiny_llm
