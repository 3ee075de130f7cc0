#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "course/course.hpp"
#include "grading/status.hpp"

namespace learn {

/// What is remembered from one run to the next, in .learn/state.json beside the exercises.
struct State {
    /// The medal of the last ./learn bench, and the fingerprint of the file that has it; both empty for none.
    struct LastBench {
        std::string medal, file;
        bool operator==(const LastBench&) const = default;
    };

    struct Entry {
        Status status = Status::unsolved;
        int hints = 0;             // shown so far
        bool ever_passed = false;  // opens the solution for good
        std::string graded_file;   // fingerprint of the file that has this status; empty where none is known
        LastBench last_bench = {};
    };

    std::string current;  // chosen by `goto` or `next`, or the one first worked on; empty: the first not passed
    std::map<std::string, Entry> exercises;
    std::set<std::string> course;  // the ids of the course that the learner began with; empty: not known

    Entry entry(const std::string& id) const;

    /// Came with a newer version of the course, and was not looked at yet.
    bool is_new(const Exercise& exercise) const;

    /// Where the learner is. Null when all is passed and none was chosen.
    const Exercise* current_exercise(const Course& course) const;
};

class StateFile {
public:
    explicit StateFile(const Course& course);

    /// The file's content. A damaged one is kept under another name, and said so; then all starts anew.
    State load();

    /// Reads, changes and writes in one go, so that two runs at once lose nothing. Warns once when it cannot write.
    void update(const std::function<void(State&)>& change);

    const fs::path& folder() const { return folder_; }
    const fs::path& path() const { return path_; }

private:
    std::optional<State> read() const;  // nothing where it is damaged
    State load_alone();                 // what holds the lock calls

    const Course& course_;
    fs::path folder_, path_;
    bool warned_ = false;
};

}  // namespace learn
