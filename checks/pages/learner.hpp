#pragma once

#include <map>
#include <string>

#include "tree.hpp"

/// A copy of the course in which the pages' commands are run: a learner's files are its own, all else leads to the
/// tree, and the graders are the ones that are built already.
class Learner {
public:
    Learner();

    enum class Files { untouched, solved };

    /// Every exercise's stub or solution; and in place of some, from the root, other files of the tree.
    void put(Files files, const std::map<std::string, std::string>& others);

    struct Outcome {
        int code;
        std::string text;  // what went to the terminal, in colours of none
    };
    /// A line of the shell, run in the copy.
    Outcome run(const std::string& command) const;

private:
    fs::path folder_;
};
