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
    std::string text;                  // shortened
    std::vector<std::string> excerpt;  // the lines with the caret
    std::string notes;                 // what follows to explain it, shortened, a line each
};

/// What the compiler told of a step that did not fail: the text after the line that names what was made.
std::string output_of_step(std::string_view ninja_output, const std::string& made);

/// The same without what makes xtensor's errors long: "xt::xarray_container<…>", and no {aka …}.
std::string shortened(std::string_view text);

/// The warnings about that file, each once.
std::vector<SourceError> warnings_of(std::string_view compiler_output, const std::string& own_file);

/// The first error in the learner's own file. An error inside a library's header is told at the line of the learner's
/// file that led there. Otherwise the first error at all.
SourceError first_error(std::string_view compiler_output, const std::string& own_file);

}  // namespace learn
