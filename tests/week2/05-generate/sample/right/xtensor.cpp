#include "sample.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tiny_llm {

TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("sample: logits are not (V,)");
    const float inf = std::numeric_limits<float>::infinity();
    if (xt::any(xt::isnan(logits)) || xt::any(xt::equal(logits, inf)) || xt::all(xt::equal(logits, -inf))) {
        throw std::invalid_argument("sample: nothing to choose by");
    }
    if (!(u >= 0) || !(u < 1)) throw std::invalid_argument("sample: u is not 0 <= u < 1");
    const xt::xarray<double> wide = xt::cast<double>(logits);
    const xt::xarray<double> power = xt::exp(wide - xt::amax(wide)());
    const xt::xarray<double> sums = xt::cumsum(power / xt::sum(power)());
    TokenId token = 0, last = 0;
    for (std::size_t i = 0; i < power.size(); ++i) {
        token += sums(i) <= u;
        if (power(i) > 0) last = static_cast<TokenId>(i);
    }
    return std::min(token, last);
}

}  // namespace tiny_llm
