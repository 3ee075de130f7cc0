#pragma once

#include <map>
#include <string>

#include "course/course.hpp"
#include "course/state.hpp"

namespace learn {

/// The learner's file as it was read at one moment, and what is the matter with it before any compiler sees it.
struct OwnFile {
    bool usable = true;   // there is something to compile
    std::string trouble;  // one line: why it cannot be used, or why it will not compile when it does not
    std::string note;     // one line worth saying even when all is well

    std::string id;
    std::string text;                           // at most a little more than is graded
    std::map<std::string, std::string> beside;  // what it includes from beside itself, by the paths in the course
    std::string fingerprint;                    // of all of it
};

OwnFile inspect(const Course& course, const Exercise& exercise);

/// What is known of it is of another file than the one that is there now: an editor, or git, has changed it unseen.
bool changed_since(const Course& course, const Exercise& exercise, const State::Entry& entry);

}  // namespace learn
