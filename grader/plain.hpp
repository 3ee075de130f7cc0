#pragma once
// Operations that the functions of several exercises need, as plain loops.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

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

/// The sum of term(element) for each place of `kept`, which is the shape of a with 1 at the axes that are summed over.
template <class F>
Floats sums(const Floats& a, const Shape& kept, F term) {
    std::vector<Real> sum(Floats::count(kept));
    const bool along_rows = !kept.empty() && kept.back() == 1 && sum.size() * a.width() == a.size();
    for (std::size_t i = 0; i < a.size(); ++i)
        sum[along_rows ? i / a.width() : broadcast_from(kept, a.shape, i)] += term(Real(a.values[i]));
    return Floats(kept, std::vector<float>(sum.begin(), sum.end()));
}

/// Where xtensor reads what such a sum is made of, if it is still lazy when it is broadcast: for element i of a at
/// starts[i] + each offset, also beyond the end. One that is lazy inside of it goes on and on: at starts[i] + i * its last
/// step + each step.
struct LazyWindows {
    std::vector<std::size_t> starts, offsets, steps;
};
inline LazyWindows lazy_windows(const Shape& shape, const Shape& kept) {
    LazyWindows windows;
    Shape index(shape.size(), 0);
    std::size_t start = 0;
    for (std::size_t i = 0, size = Floats::count(shape); i < size; ++i) {
        if (broadcast_from(kept, shape, i) == 0) {
            std::size_t step = i > 0 ? 1 : 0;
            for (std::size_t axis = shape.size(); i > 0 && index[--axis] == 0;) step *= shape[axis];
            windows.offsets.push_back(i);
            windows.steps.push_back((windows.steps.empty() ? 0 : windows.steps.back()) + step);
        }
        windows.starts.push_back(start);
        // It moves on with each step along any axis, and comes back along those that are kept alone.
        for (std::size_t axis = shape.size(), stride = 1; axis-- > 0; stride *= shape[axis]) {
            if (++index[axis] < shape[axis]) {
                start += stride;
                break;
            }
            index[axis] = 0;
            if (kept[axis] != 1) start -= stride * (shape[axis] - 1);
        }
    }
    return windows;
}

}  // namespace

/// What a fast form of an exercise does otherwise, in the function that it shares with its twin.
struct Fast {
    /// Of the terms 0 to n - 1 of a sum, or of some of them.
    std::function<Real(std::size_t n, const std::function<Real(std::size_t)>& term)> add_up = {};
    std::function<Real(Real)> root = {}, exp = {}, reciprocal = {};
    const Floats* read = nullptr;  // in the place of x
    /// Of a call with "threads" (turns.hpp): what several leave, where it is not what one leaves.
    Values by_threads = {};
};
extern Fast fast __attribute__((visibility("hidden")));

/// A fast form's function says in `fast` what it does otherwise, before or after it calls its twin's.
Outcome outcome_of(Values (*function)(Run&, Fast&), const Call& call);

namespace {

/// The whole steps of n, where there are such.
inline std::size_t whole_steps(std::size_t n, const Switch& step) {
    const auto width = step ? static_cast<std::size_t>(step.number()) : 1;
    return n / width * width;
}

/// Gives an output that the caller keeps the shape. Memory that it is given holds nothing (poison.cpp).
inline void resize(Floats& out, const Shape& shape) {
    if (const std::size_t size = Floats::count(shape); out.size() != size)
        out.values.assign(size, std::numeric_limits<float>::quiet_NaN());
    out.shape = shape;
}

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

/// x W^T of each row of x: w is out x in, or in x out where it is `turned`.
inline Floats times_weight(const Floats& x, const Floats& w, bool turned = false) {
    const std::size_t in = w.shape.at(turned ? 0 : 1), out = w.shape.at(turned ? 1 : 0);
    if (x.width() != in) xtensor_throws();
    Floats y;
    y.shape = x.shape;
    y.shape.back() = out;
    y.values.resize(Floats::count(y.shape));
    std::vector<Real> column(turned ? out : 0);
    for (std::size_t r = 0; r < y.rows(); ++r) {
        const float* a = x.row(r);
        if (turned && !fast.add_up) {  // in the order of the memory
            std::fill(column.begin(), column.end(), 0);
            for (std::size_t k = 0; k < in; ++k)
                for (std::size_t o = 0; o < out; ++o) column[o] += Real(a[k]) * w.data()[k * out + o];
            std::copy(column.begin(), column.end(), y.row(r));
            continue;
        }
        std::size_t o = 0;
        for (; !turned && !fast.add_up && o + 4 <= out; o += 4) {  // a sum waits for itself, four do not
            const float *b = w.data() + o * in, *c = b + in, *d = c + in, *e = d + in;
            Real p = 0, q = 0, s = 0, t = 0;
            for (std::size_t k = 0; k < in; ++k) {
                const Real one = a[k];
                p += one * b[k], q += one * c[k], s += one * d[k], t += one * e[k];
            }
            const Real four[] = {p, q, s, t};
            std::copy_n(four, 4, y.row(r) + o);
        }
        for (; o < out; ++o) {
            const float* b = w.data() + (turned ? o : o * in);
            const auto in_row = [&](std::size_t k) { return Real(a[k]) * b[k]; };
            const auto in_column = [&](std::size_t k) { return Real(a[k]) * b[k * out]; };
            y.row(r)[o] = static_cast<float>(turned ? sum_of(in, in_column) : sum_of(in, in_row));
        }
    }
    return y;
}

/// Element i; what lies beyond the end is anything.
inline float at(const Floats& array, std::size_t i) { return i < array.size() ? array.values[i] : anything(); }

/// For a part of the output that a mistake never writes. Beside another mistake it is what is there before: unwritten, it would
/// explain whatever the other does there.
inline float never_written(float before = fresh()) {
    const auto made =
        std::count_if(switches().begin(), switches().end(), [](const Switch* one) { return one->made > 0; });
    return made > 1 ? before : unwritten();
}

}  // namespace
}  // namespace grader
