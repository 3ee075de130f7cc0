#include "support/closeness.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace grader {

namespace {

/// One unit in the last place of `value` in a type of `bits` bits of precision.
double ulp(double value, int bits) {
    const int least_exponent = bits == 11 ? -14 : -126;  // below it, float16 and bfloat16 have subnormals
    return std::ldexp(1.0, std::max(value == 0 ? least_exponent : std::ilogb(value), least_exponent) - (bits - 1));
}

}  // namespace

Difference compare(const Tensor& yours, const Tensor& expected, Tolerance tolerance) {
    Difference difference;
    std::vector<std::size_t> off;
    double worst = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double a = yours.data()[i];
        const double b = expected.data()[i];
        if (!std::isfinite(a) && std::isfinite(b)) difference.not_finite.push_back(i);
        if (a == b || (std::isnan(a) && std::isnan(b))) continue;
        off.push_back(i);
        const double allowed = tolerance.bits ? ulp(b, tolerance.bits) : tolerance.atol + tolerance.rtol * std::abs(b);
        const double error = std::abs(a - b);
        if (!std::isfinite(b) || !(error <= allowed)) difference.wrong.push_back(i);  // NaN is never <= anything
        const double excess = std::isfinite(error) ? error / allowed : std::numeric_limits<double>::infinity();
        if (excess > worst) {
            worst = excess;
            difference.worst = i;
            difference.worst_allowed = allowed;
        }
    }
    difference.off = off.size();
    if (off.size() > tolerance.most_off * static_cast<double>(expected.size())) difference.wrong = std::move(off);
    return difference;
}

bool same_shape(const Tensor& a, const Tensor& b) {
    return std::equal(a.shape().begin(), a.shape().end(), b.shape().begin(), b.shape().end());
}

bool identical(const Tensor& a, const Tensor& b) {
    return same_shape(a, b) && (a.size() == 0 || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
}

}  // namespace grader
