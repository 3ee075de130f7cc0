#pragma once

#include <string>
#include <vector>

#include "support/outcome.hpp"

namespace grader {

/// A wrong answer that learners really give, compiled in from tests/mistakes.
struct Mistake {
    std::string id;
    Answer answer;
};

/// The wrong answers of this exercise. This and the two folders are defined by the file that CMake writes.
const std::vector<Mistake>& catalogue();
const char* mistakes_folder();  // ends with "/"

/// One graded call.
struct Record {
    std::string test;
    Call call;
    Expectation expected;
    Outcome learner;
    bool failed;
};

/// Names what the learner did, or nothing.
///
/// A mistake fits when the learner's outcome equals the mistake's own in every call in which the mistake is wrong.
/// It speaks only when the fitting mistakes, two at most, account for every failure, and no other explains the same
/// failures: silence is better than a wrong name.
std::vector<std::string> diagnose(const std::vector<Record>& records, const std::vector<Mistake>& mistakes);

}  // namespace grader
