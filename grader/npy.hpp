#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grader/value.hpp"

namespace grader {

/// The part of this shape that starts at element `start` of a file, which is one row of float32 as numpy.save writes it.
/// Throws std::runtime_error naming the file if it is anything else, or ends before the part does: xt::load_npy returns
/// memory that nothing was read into where a file was cut short, and would bring all of xtensor in here.
Floats read_npy(const std::string& path, std::size_t start, const std::vector<std::size_t>& shape);

}  // namespace grader
