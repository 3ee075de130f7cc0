#pragma once

#include "grading/verdict.hpp"

namespace learn {

/// A grade as the learner reads it. `all`: every failing test's report, not the smallest one's alone.
std::string report(const Grade& grade, bool all);

/// The same in two parts: the verdict with its numbers, which is there at once, and what explains it.
std::string report_beginning(const Grade& grade, bool all);
std::string report_end(const Grade& grade, bool all);

}  // namespace learn
