#pragma once

#include <string>

#include "bench/speed/operation.hpp"

namespace tiny_llm::bench {

/// Empty when `outputs` are what is expected, within the tolerance; else the first thing that is not, without words,
/// because the reader's language is not known here: "[0, 5]  1.25 != 0.75".
std::string first_wrong(const std::vector<Tensor>& outputs, const Workload& work);

}  // namespace tiny_llm::bench
