#pragma once

#include <string>
#include <vector>

namespace grader {

/// What is particular to one exercise's program. Defined by a header that CMake writes for it.
struct Setup {
    std::string id;
    std::vector<std::string> needs;     // ids of what its answer may call, in the course's order
    std::vector<std::string> fixtures;  // folders, ending with "/": its own, then its twin's
    std::string catalogue;              // the library of the function that can make each mistake
    bool is_fast;                       // it writes into outputs of the caller's: every call is made with two of these
    std::string answers;                // the folder of answers/: whose, then <id>.so
    std::string calls;                  // the library that calls its functions
    std::string explaining = "";        // the library that explains failures
};

const Setup& setup();

}  // namespace grader
