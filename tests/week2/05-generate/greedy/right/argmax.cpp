#include "greedy.hpp"

// tensor.hpp leaves it out: sorting takes long to compile, and few need it.
#if __has_include(<xtensor/misc/xsort.hpp>)
#include <xtensor/misc/xsort.hpp>
#else
#include <xtensor/xsort.hpp>
#endif

namespace tiny_llm {

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("greedy: logits are not (V,)");
    // Nothing compares with NaN, so that all are below infinity only where none is NaN.
    const bool all_below = xt::all(logits < INFINITY);
    if (!all_below) throw std::invalid_argument("greedy: NaN or +inf");
    return static_cast<TokenId>(xt::argmax(logits)());
}

}  // namespace tiny_llm
