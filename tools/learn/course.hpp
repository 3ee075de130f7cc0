#pragma once

#include <string>
#include <vector>

#include "files.hpp"

namespace learn {

/// One line of CMake's add_exercise. Paths are relative to the course's source_dir, programs to its build_dir.
struct Exercise {
    std::string id;
    std::string chapter;
    std::vector<std::string> needs;
    std::vector<std::string> was;  // ids that it had in earlier versions of the course
    std::string file, contract, stub, solution;
    std::string answer_target;
    std::string test_target, test;
    std::string given_test_target, given_test;  // empty where nothing is needed
};

/// An operation that is timed, with the exercise that makes it fast and the plain one that it is measured against.
struct SpeedExercise {
    std::string op, id, twin;
    std::string given_target, yours_target, plain_target;
};

struct Course {
    fs::path source_dir, build_dir;
    std::string preset;
    std::string compiler_id, compiler_version, compiler_path;
    std::vector<std::pair<std::string, std::string>> packages;
    std::vector<std::string> blas;
    std::vector<std::string> parts;  // exercises that the model is made of
    std::vector<SpeedExercise> speed;
    std::vector<Exercise> exercises;

    const Exercise* find(const std::string& id) const;
    /// The one that had this id in an earlier version, and no other has now.
    const Exercise* renamed(const std::string& id) const;
    std::vector<std::string> ids() const;
};

/// Reads what CMake wrote. Throws SetupError where it is missing or is not ours.
Course read_course(const fs::path& build_dir);

}  // namespace learn
