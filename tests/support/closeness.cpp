#include "support/closeness.hpp"

#include <cmath>
#include <cstring>
#include <limits>

namespace grader {

Difference compare(const Tensor& yours, const Tensor& expected, Tolerance tolerance) {
    Difference difference;
    double worst = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double a = yours.data()[i];
        const double b = expected.data()[i];
        if (!std::isfinite(a) && std::isfinite(b)) difference.not_finite.push_back(i);
        if (a == b || (std::isnan(a) && std::isnan(b))) continue;
        const double allowed = tolerance.atol + tolerance.rtol * std::abs(b);
        const double error = std::abs(a - b);
        if (std::isfinite(b) && error <= allowed) continue;  // false for NaN: it never passes
        difference.wrong.push_back(i);
        const double excess = std::isfinite(error) ? error / allowed : std::numeric_limits<double>::infinity();
        if (excess > worst) {
            worst = excess;
            difference.worst = i;
            difference.worst_allowed = allowed;
        }
    }
    return difference;
}

bool same_shape(const Tensor& a, const Tensor& b) {
    return std::equal(a.shape().begin(), a.shape().end(), b.shape().begin(), b.shape().end());
}

bool identical(const Tensor& a, const Tensor& b) {
    return same_shape(a, b) && (a.size() == 0 || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
}

}  // namespace grader
