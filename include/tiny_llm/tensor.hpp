#pragma once
// The one header that knows where xtensor keeps its files: 0.24 has them flat, 0.26 and later in folders. CMake says which it
// has found; there may be another one that it has not.

#if defined(TINY_LLM_XTENSOR_IS_FLAT) ? !TINY_LLM_XTENSOR_IS_FLAT : __has_include(<xtensor/containers/xarray.hpp>)
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
#include <xtl/xhalf_float.hpp>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tiny_llm {

/// An n-dimensional array in row-major order that owns its elements.
template <class T>
using BasicTensor = xt::xarray<T>;

/// IEEE 754 binary16: 11 bits of precision, largest finite value 65504.
using float16 = xtl::half_float;

/// The upper half of a float32: its range, with 8 bits of precision. Rounds to nearest, ties to even, as PyTorch does.
/// For storage; convert to float to compute.
struct bfloat16 {
    bfloat16() = default;
    explicit bfloat16(float value) {
        const auto all = std::bit_cast<std::uint32_t>(value);
        const std::uint32_t half_of_the_rest = 0x7FFF + ((all >> 16) & 1);
        // A NaN stays one: adding could carry it over into infinity.
        bits = static_cast<std::uint16_t>(std::isnan(value) ? (all >> 16) | 0x40 : (all + half_of_the_rest) >> 16);
    }
    operator float() const { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }

    std::uint16_t bits = 0;
};

/// What every function of the course takes and returns, unless its contract says otherwise.
using Tensor = BasicTensor<float>;

}  // namespace tiny_llm
