#pragma once

#include <string>

#include "course.hpp"

namespace learn {

/// A wrong answer under tests/mistakes.
struct PlantedMistake {
    std::string id;    // rms_norm/layer-norm
    std::string part;  // rms_norm
    std::string file;  // relative to the course
    std::string text;  // what was done wrong, in the learner's language
};

/// The mistake `<part>/<name>`. Throws SetupError where there is no such one, with what there is.
PlantedMistake planted_mistake(const Course& course, const std::string& id);

}  // namespace learn
