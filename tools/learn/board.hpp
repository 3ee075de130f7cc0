#pragma once

#include <string>

#include "course.hpp"
#include "state.hpp"

namespace learn {

/// Where the learner is, fitted to the terminal: chapters that do not fit are one line each.
std::string board(const Course& course, const State& state);

/// Every exercise with its status, however many lines that takes.
std::string full_list(const Course& course, const State& state);

}  // namespace learn
