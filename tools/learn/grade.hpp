#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "build.hpp"
#include "course.hpp"
#include "verdict.hpp"

namespace learn {

/// Builds and grades exercises, each at most once. An exercise that does not pass is judged together with those that
/// it needs.
class Grader {
public:
    explicit Grader(const Course& course) : course_(course) {}

    /// Grades one exercise, and what it needs only where that decides.
    Grade check(const Exercise& exercise);

    /// Grades all, after one build for all.
    std::vector<Grade> verify();

private:
    struct Attempt {
        std::set<std::string> broken;  // exercises whose own file does not compile, or cannot even be tried
        std::set<std::string> unlinked;
        std::map<std::string, std::string> logs;
        std::string common;  // the log of steps that belong to no exercise
        double seconds = 0;
    };

    void build_tests(const std::vector<const Exercise*>& exercises);
    void note_failures(const BuildResult& result);
    const Grade& own_grade(const Exercise& exercise);
    Grade with_needs(const Exercise& exercise);
    Grade run(const Exercise& exercise, const std::string& program);
    std::vector<std::string> broken_needs(const Exercise& exercise) const;
    const Exercise* owner_of(const std::string& step_output) const;

    const Course& course_;
    Attempt attempt_;
    std::set<std::string> tried_;
    std::map<std::string, std::string> fingerprints_;
    std::map<std::string, Grade> own_;
};

}  // namespace learn
