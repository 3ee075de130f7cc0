#pragma once

#include <string>
#include <vector>

#include "course/course.hpp"
#include "course/state.hpp"

namespace learn {

/// An exercise that the model is made of.
struct Part {
    std::string id;
    bool yours = false;    // it has passed, and its file is still the one that passed
    bool changed = false;  // it has passed, but with another file than the one that is there now
};

/// In the course's order. Reads the files of those that have passed.
std::vector<Part> parts(const Course& course, const State& state);

}  // namespace learn
