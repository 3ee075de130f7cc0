#pragma once
// The one header that knows where xtensor keeps its files: 0.24 has them flat, 0.26 and later in folders.

#if __has_include(<xtensor/containers/xarray.hpp>)
#include <xtensor/containers/xadapt.hpp>
#include <xtensor/containers/xarray.hpp>
#include <xtensor/core/xmath.hpp>
#include <xtensor/core/xnoalias.hpp>
#include <xtensor/generators/xbuilder.hpp>
#include <xtensor/misc/xmanipulation.hpp>
#include <xtensor/views/xview.hpp>
#else
#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xbuilder.hpp>
#include <xtensor/xmanipulation.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xview.hpp>
#endif
#include <xtensor-blas/xlinalg.hpp>

#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace tiny_llm {

/// An n-dimensional array in row-major order that owns its elements.
template <class T>
using BasicTensor = xt::xarray<T>;

/// What every function of the course takes and returns, unless its contract says otherwise.
using Tensor = BasicTensor<float>;

}  // namespace tiny_llm
