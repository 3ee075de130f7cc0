#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tiny_llm/tensor.hpp"

namespace grader {

/// How many elements a shape has. Throws std::runtime_error where that is more than any fixture of ours.
std::size_t elements(const std::vector<std::size_t>& shape);

/// A float32 array as numpy.save writes it, in rows. Throws std::runtime_error for anything else, a file that was cut
/// short above all: xt::load_npy returns memory that nothing was read into then.
tiny_llm::Tensor read_npy(const std::string& path);

}  // namespace grader
