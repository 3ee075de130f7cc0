#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grader/value.hpp"

namespace grader {

/// How many elements a shape has. Throws std::runtime_error where that is more than any fixture of ours.
std::size_t elements(const std::vector<std::size_t>& shape);

/// A float32 array as numpy.save writes it, in rows. Throws std::runtime_error for anything else: xt::load_npy
/// returns memory that nothing was read into where a file was cut short, and would bring all of xtensor in here.
Floats read_npy(const std::string& path);

}  // namespace grader
