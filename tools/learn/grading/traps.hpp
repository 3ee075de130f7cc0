#pragma once

#include <optional>
#include <string>

#include "grading/verdict.hpp"

namespace learn {

// Mistakes that are found in the learner's file itself, because no number shows them. Nothing where that is not certain.

/// A helper of the learner's that returns `auto` and in it an expression of its own local tensor: xtensor keeps a reference to
/// what is named, and computes when the local is gone. The compiler sees nothing, and what comes is a crash or any number.
std::optional<Diagnosis> dangling_expression(const std::string& source);

/// A static tensor or vector that is as large as the first call wants it, and whose size nothing changes afterwards. What comes
/// is right until a call wants another size, and then a wrong shape, any number or a crash.
std::optional<Diagnosis> static_scratch(const std::string& source);

/// A matrix product of the first argument as it came, for an answer that ends the process where there are no rows and nowhere else:
/// xt::linalg::dot does not look whether its factors have elements.
std::optional<Diagnosis> dot_of_no_rows(const std::string& source);

/// A sum or maximum of a whole tensor in a larger expression, where it is not a number, for an answer that takes too long: xtensor
/// computes it anew for each element.
std::optional<Diagnosis> lazy_reduction(const std::string& source);

}  // namespace learn
