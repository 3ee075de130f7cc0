#pragma once

#include <string>

#include "course/course.hpp"
#include "course/state.hpp"
#include "system/blas.hpp"
#include "terminal/terminal.hpp"

namespace learn {

/// Where the learner is, fitted to the terminal: chapters that do not fit are one line each, and the model and the BLAS
/// are shown where there is room for them.
std::string board(const Course& course, const State& state, const Blas& blas, Size terminal = terminal_size());

/// Every exercise with its status, however many lines that takes.
std::string full_list(const Course& course, const State& state);

}  // namespace learn
