#pragma once

#include <map>
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

/// The part's mistakes: their names, and what was done wrong, in the learner's language. Throws SetupError where the model has no
/// such part, with what it has.
std::map<std::string, std::string> mistakes_of(const Course& course, const std::string& part);

/// Their names on lines of their own, as there can be sixty of them.
std::string listed(const std::map<std::string, std::string>& mistakes);

/// The mistake `<part>/<name>`, once the part's are written out. Throws SetupError where there is no such one, with what
/// there is.
PlantedMistake planted_mistake(const Course& course, const std::string& id);

}  // namespace learn
