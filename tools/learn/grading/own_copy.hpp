#pragma once

#include "course/own_file.hpp"

namespace learn {

/// Puts what was read of the learner's file in the place that is compiled, answers/text/<id> in the build folder, and takes care
/// that it is compiled where it is another text than the last one. Compilers are told the learner's own paths. Throws SetupError.
void place_copy(const Course& course, const OwnFile& file);

}  // namespace learn
