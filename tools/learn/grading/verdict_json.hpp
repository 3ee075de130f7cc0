#pragma once

#include <string>
#include <vector>

#include "course/course.hpp"
#include "course/state.hpp"
#include "grading/verdict.hpp"

namespace learn {

// What --json prints: one value, one line.
std::string grade_json(const Grade& grade);
std::string verify_json(const std::vector<Grade>& grades);
std::string list_json(const Course& course, const State& state);
std::string error_json(const std::string& text);

}  // namespace learn
