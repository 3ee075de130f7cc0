#pragma once

#include <string>
#include <vector>

#include "grader/diagnosis.hpp"

namespace grader {

/// Something simple that is true of every wrong result: what was seen, and not what was meant.
struct Symptom {
    std::string id;
    std::string text;
};

/// Of all calls of one function, passed and failed: two at most, one of the values and one of the places.
std::vector<Symptom> symptoms(const std::vector<const Record*>& records);

}  // namespace grader
