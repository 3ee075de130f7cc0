#pragma once

#include <string>

#include "course/course.hpp"

namespace learn {

/// A mistake that tests/<chapter>/<part> knows.
struct PlantedMistake {
    std::string id;      // rms_norm/layer-norm
    std::string part;    // rms_norm
    std::string source;  // what is compiled
    std::string text;    // what was done wrong, in the learner's language
};

/// The mistake `<part>/<name>`, once the part's are written out. Throws SetupError where there is no such one, with what
/// there is.
PlantedMistake planted_mistake(const Course& course, const std::string& id);

}  // namespace learn
