#pragma once

#include <vector>

#include "grader/diagnosis.hpp"

namespace grader {

/// Grades a function that can make mistakes, on all calls of an exercise: with none made it is right; each mistake alone is
/// refused and named by itself only; of so many pairs, none is told anything false. Prints what it finds;
/// true if all holds.
bool holds(const std::vector<Mistake>& mistakes, const std::vector<Record>& asked, int pairs = 200);

}  // namespace grader
