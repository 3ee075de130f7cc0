#pragma once
// Operations that the functions of several exercises need, as plain loops.
#include <cmath>
#include <functional>

#include "grader/mistakes.hpp"

namespace grader {
namespace {  // not each file uses all of it

using Real = double;  // what sums are computed in
using Shape = std::vector<std::size_t>;

/// What xtensor throws where shapes do not fit: any exception but the contract's.
[[noreturn]] inline void xtensor_throws() { throw std::runtime_error("xtensor"); }

/// Axes that are missing count as 1, and 1 is stretched.
inline Shape broadcast(const Shape& a, const Shape& b) {
    Shape both(std::max(a.size(), b.size()));
    for (std::size_t k = 0; k < both.size(); ++k) {
        const std::size_t m = k < a.size() ? a[a.size() - 1 - k] : 1, n = k < b.size() ? b[b.size() - 1 - k] : 1;
        if (m != n && m != 1 && n != 1) xtensor_throws();
        both[both.size() - 1 - k] = m == 1 ? n : m;
    }
    return both;
}

/// The flat index in an array of shape `small` of what is broadcast to flat index i of `large`.
inline std::size_t broadcast_from(const Shape& small, const Shape& large, std::size_t i) {
    std::size_t index = 0, stride = 1;
    for (std::size_t k = 0; k < small.size(); ++k) {
        const std::size_t extent = large[large.size() - 1 - k], mine = small[small.size() - 1 - k];
        if (mine != 1) index += i % extent * stride;
        i /= extent, stride *= mine;
    }
    return index;
}

/// f of each two elements that meet; as xtensor broadcasts.
template <class F>
Floats together(const Floats& a, const Floats& b, F f) {
    Floats y(broadcast(a.shape, b.shape), 0.0f);
    const bool plain = a.shape == y.shape && b.shape == y.shape;
    const bool along_rows = a.shape == y.shape && b.shape.size() == 1 && b.size() == y.width();
    for (std::size_t i = 0; i < y.size(); ++i) {
        const std::size_t m = plain || along_rows ? i : broadcast_from(a.shape, y.shape, i);
        const std::size_t n = plain ? i : along_rows ? i % b.size() : broadcast_from(b.shape, y.shape, i);
        y.values[i] = static_cast<float>(f(Real(a.values[m]), Real(b.values[n])));
    }
    return y;
}

/// What a fast form of an exercise does otherwise, in the function that it shares with its twin.
struct Fast {
    /// Of the terms 0 to n - 1 of a sum, or of some of them.
    std::function<Real(std::size_t n, const std::function<Real(std::size_t)>& term)> add_up = {};
    std::function<Real(Real)> root = {}, exp = {}, reciprocal = {};
    const Floats* read = nullptr;  // in the place of x
};
[[maybe_unused]] Fast fast;

/// The sum of n terms.
template <class Term>
Real sum_of(std::size_t n, const Term& term) {
    if (fast.add_up) return fast.add_up(n, term);
    Real sum = 0;
    for (std::size_t k = 0; k < n; ++k) sum += term(k);
    return sum;
}
inline Real root_of(Real x) { return fast.root ? fast.root(x) : std::sqrt(x); }
inline Real exp_of(Real x) { return fast.exp ? fast.exp(x) : std::exp(x); }
inline Real reciprocal_of(Real x) { return fast.reciprocal ? fast.reciprocal(x) : 1 / x; }

/// Element i; what lies beyond the end is anything.
inline float at(const Floats& array, std::size_t i) { return i < array.size() ? array.values[i] : anything(); }

}  // namespace
}  // namespace grader
