#pragma once

#include <vector>

namespace grader {

struct Mistake;

/// What an exercise is graded with. Each exercise's is defined by a file that CMake writes.
struct Setup {
    struct Source {
        const std::vector<Mistake>& (*mistakes)();
        const char* mistakes_folder;  // the folders end with "/"
        const char* fixtures_folder;
    };

    std::vector<Source> sources;  // the exercise's own, then its twin's
    bool has_twin;                // then it writes into an output that exists: every call is made with two of these
};

const Setup& setup();

}  // namespace grader
