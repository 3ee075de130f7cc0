#pragma once

#include <string>

#include "course/own_file.hpp"
#include "grading/verdict.hpp"

namespace learn {

/// The grade of a file that cannot be compiled or linked, with the first error in it. Keeps `log` under logs/.
Grade compile_error(const Course& course, const Exercise& exercise, const OwnFile& file, const std::string& log);

}  // namespace learn
