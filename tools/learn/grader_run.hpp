#pragma once

#include "course.hpp"
#include "verdict.hpp"

namespace learn {

/// Runs one grader program of the course, shut in, and judges it.
RunVerdict run_grader(const Course& course, const std::string& id, const std::string& program);

}  // namespace learn
