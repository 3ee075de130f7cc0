#pragma once

#include <string>

#include "course/course.hpp"
#include "course/state.hpp"

namespace learn {

/// The model as its parts follow each other, with a mark at those that are the learner's, and below them the exercises
/// that they are: two lines of at most 76 columns. Empty where the course has no model.
std::string model_picture(const Course& course, const State& state);

}  // namespace learn
