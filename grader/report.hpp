#pragma once

#include <string>

#include "grader/again.hpp"
#include "grader/judge.hpp"

namespace grader {

/// Says what is wrong with `outcome`, in the reader's language: first shape, then NaN and infinity, then values.
/// Lines begin with "|" and are at most 74 columns wide, because Catch2 wraps at 80 and eats indentation.
/// Call it only when `outcome` does not meet `expected`.
std::string report(const Call& call, const Outcome& outcome, const Expectation& expected);

/// The same of a call that was right, and not when it was made again.
std::string report(const Again& again, const Expectation& expected);

/// "x (2, 3), weight (3,)"
std::string shapes(const Call& call);

}  // namespace grader
