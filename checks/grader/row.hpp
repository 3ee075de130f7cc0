#pragma once

#include <limits>
#include <utility>
#include <vector>

#include "grader/value.hpp"

namespace grader {

constexpr float a_nan = std::numeric_limits<float>::quiet_NaN();

inline Floats row(std::vector<float> values) { return {{values.size()}, std::move(values)}; }

}  // namespace grader
