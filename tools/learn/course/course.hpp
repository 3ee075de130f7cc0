#pragma once

#include <string>
#include <vector>

#include "system/files.hpp"

namespace learn {

/// One line of CMake's add_exercise. Paths are relative to the course's source_dir.
struct Exercise {
    std::string id;
    std::string chapter;
    std::vector<std::string> needs;  // whatever it may call, directly or not, in the course's order
    std::string twin;                // the plain exercise that this one is the fast form of; or empty
    bool plot = false;               // there is something to see
    std::string file, contract, stub, solution;
};

struct Course {
    fs::path source_dir, build_dir;
    fs::path graders_dir;  // where what grades lies: build_dir, but for a copy that takes it from another
    std::string preset;
    std::string compiler_id, compiler_version, compiler_path;
    std::vector<std::pair<std::string, std::string>> packages;
    std::vector<std::string> blas;
    std::vector<std::string> parts;   // exercises that the model is made of
    std::vector<std::string> needed;  // those that a story of Qwen2 needs; the others are side roads
    std::vector<std::string> speed;   // what is timed: the plain exercises whose fast form is fast_<id>
    std::vector<Exercise> exercises;

    const Exercise* find(const std::string& id) const;
    std::vector<std::string> ids() const;
    bool is_side_road(const Exercise& exercise) const;

    /// Whether what grades is built here.
    bool builds_graders() const { return graders_dir == build_dir; }
    /// Where the library with an answer lies. Its target is <id>_<whose>, with _ for -.
    fs::path answer(const std::string& id, const std::string& whose) const;
    /// The program that asks, and what lies between it and the answer.
    fs::path test(const std::string& id) const { return graders_dir / "bin" / (id + "_test"); }
    fs::path call(const std::string& id) const { return graders_dir / "calls" / (id + ".so"); }
    fs::path plot(const std::string& id) const { return graders_dir / "plots" / (id + ".so"); }
};

/// The target that makes a library of answers/<whose>.
std::string answer_target(const std::string& id, const std::string& whose);

/// Reads what CMake wrote. Throws SetupError where it is missing or is not ours.
Course read_course(const fs::path& build_dir);

}  // namespace learn
