#pragma once

#include "verdict.hpp"

namespace learn {

/// A grade as the learner reads it. `all`: every failing test's report, not the smallest one's alone.
std::string report(const Grade& grade, bool all);

}  // namespace learn
