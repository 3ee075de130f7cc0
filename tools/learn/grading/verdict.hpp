#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grading/compile_fixes.hpp"
#include "grading/compile_log.hpp"
#include "grading/status.hpp"

namespace learn {

struct TestVerdict {
    std::string name;
    Status status = Status::not_run;
    std::string title;  // the name in the learner's language, where the grader got so far
};

/// A failing test's findings, worded by the grader in the learner's language.
struct Report {
    std::string test, title, text;
    long size = 0;          // elements of the input: the smallest failing input is shown
    bool pictured = false;  // ordinary numbers are wrong, which shows in a plot
};

struct Diagnosis {
    std::string id, text;
};

struct Place {
    std::string file;
    int line = 0;
};

/// What one run of a grader program says.
struct RunVerdict {
    Status status = Status::crashed;
    std::vector<TestVerdict> tests;
    std::vector<Report> reports;
    std::vector<Diagnosis> diagnoses;
    std::vector<Diagnosis> symptoms;  // what was seen, where nothing could be named
    bool explained = false;           // the known mistakes were tried
    std::vector<Place> todos;
    std::string ended_in;    // the test in which it crashed or ran out of time
    std::string ended_with;  // the shapes of the inputs there
    std::string crash;       // how it ended
    std::string output;      // what the learner's code printed, the first of it
    std::size_t output_size = 0;
    std::string calls;  // what each of them gave, as the grader wrote it; empty where nothing is to be explained
    std::string unloadable, why_unloadable;  // a library, where one could not be loaded, and why
    double seconds = 0;
    bool given_up = false;  // it took so long that not all tests were asked
};

/// An exercise's grade: what a check tells.
struct Grade : RunVerdict {
    std::string id, chapter, file;
    std::string fingerprint;  // of the file as it was before it was built
    SourceError error;        // of a compile_error
    std::vector<CompileFix> fixes;
    std::vector<SourceError> warnings;  // about the file, when it was compiled
    std::string trouble;                // or one line about a file that cannot be graded as it is
    std::vector<std::string> blocked_by;
    std::vector<std::string> notes;
    std::vector<std::string> sanitizer;  // its lines about the learner's file
    std::string log;                     // the compiler's full log
    double build_seconds = 0;
    std::optional<std::string> medal;  // where ./learn bench times it: of its last bench; empty where it has none
};

/// The test's title in the learner's language, its name where none is known.
std::string title_of(const RunVerdict& verdict, const std::string& test);

/// The report to show in full: the smallest input's, the first among equals. Null where there is none.
const Report* smallest_report(const RunVerdict& verdict);

}  // namespace learn
