#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "system/files.hpp"

/// A copy of the course with three exercises, on a path with spaces and Chinese characters, built once and shared by
/// all tests. A new Scratch finds every stub untouched and no state.
class Scratch {
public:
    Scratch();

    const learn::fs::path& root() const;
    void put(const std::string& id, const std::string& text);  // into the learner's file
    void solve(const std::string& id);
    learn::fs::path file(const std::string& id) const;
};

struct Outcome {
    int code = 0;
    std::string out, err;
    double seconds = 0;
    nlohmann::json json() const { return nlohmann::json::parse(out); }
};

/// `arguments` in the shell's words; `prefix` goes before the program: variables, another folder.
Outcome learn_run(const std::string& arguments, const std::string& prefix = "");

/// What CMake has written about the scratch copy, with changes for as long as this lives. What the runner has found out
/// about the BLAS is forgotten before and after.
class ChangedCourse {
public:
    explicit ChangedCourse(const std::function<void(nlohmann::json&)>& change);
    ~ChangedCourse();
    ChangedCourse(const ChangedCourse&) = delete;
    ChangedCourse& operator=(const ChangedCourse&) = delete;

private:
    std::string before_;
};

/// The program and its variables, as a word of the shell.
std::string learn_command();

bool contains(const std::string& text, const std::string& part);

/// A silu whose body is `body`.
std::string silu_with(const std::string& body);

/// A right silu, which in the story, and not before the grader, does what $TINY_LLM_TEST_MOOD says: crash, throw, exit, print,
/// hang or slow.
std::string two_faced_silu();
