#pragma once

#include "course/course.hpp"
#include "grading/verdict.hpp"
#include "system/process.hpp"

namespace learn {

/// Who answers: a library, and those of what it may call, in the course's order.
struct Answering {
    fs::path library;
    std::string id;  // of one among several in it, which were planted; empty where it is the only one
    std::vector<fs::path> needs;
};

/// Asks an exercise's questions, and judges what comes. The answer is shut in.
RunVerdict ask(const Course& course, const Exercise& exercise, const Answering& answering);

/// Puts into the verdict of a run that failed what the known wrong answers have to say to it, or what was seen. Their libraries
/// have to be there.
void explain(const Course& course, const Exercise& exercise, const Answering& answering, RunVerdict& verdict);

/// What an exercise's functions answer for a picture.
struct PlotAnswers {
    std::string json;            // one line; empty where the program did not come to its end
    Ended ended;                 // how it ended
    std::string why_unloadable;  // where the answer could not be loaded
};
PlotAnswers ask_for_plot(const Course& course, const Exercise& exercise, const Answering& answering);

}  // namespace learn
