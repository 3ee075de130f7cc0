#pragma once

#include <optional>
#include <string>

#include "grading/verdict.hpp"

namespace learn {

/// A helper of the learner's that returns `auto` and in it an expression of its own local tensor: xtensor keeps a reference to
/// what is named, and computes when the local is gone. The compiler sees nothing, and what comes is a crash or any number.
/// Nothing where that is not certain.
std::optional<Diagnosis> dangling_expression(const std::string& source);

}  // namespace learn
