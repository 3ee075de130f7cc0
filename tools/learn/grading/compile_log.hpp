#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace learn {

/// One step of the build that failed.
struct FailedStep {
    std::string output;  // the file that it should have made, as ninja names it
    std::string text;    // what the compiler or the linker said
};

/// Finds the failed steps in what ninja printed.
std::vector<FailedStep> failed_steps(std::string_view ninja_output);

/// Where to look first.
struct SourceError {
    std::string file;  // as the compiler names it; empty when it names none
    int line = 0;
    int column = 0;
    std::string text;
    std::vector<std::string> excerpt;  // the lines with the caret
};

/// The first error in the learner's own file. An error inside a library's header is told at the line of the learner's
/// file that led there. Otherwise the first error at all.
SourceError first_error(std::string_view compiler_output, const std::string& own_file);

}  // namespace learn
