#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "course/course.hpp"
#include "grading/build.hpp"
#include "grading/grader_run.hpp"
#include "grading/verdict.hpp"
#include "system/run_folder.hpp"

namespace learn {

/// What asks an exercise's questions, as targets of a build; and what explains wrong answers.
std::set<std::string> question_targets(const Course& course, const Exercise& exercise);
std::string mistakes_target(const std::string& id);
constexpr const char* explaining_target = "grader/explaining.so";  // built with each of them

/// Builds and grades exercises, each at most once. Of what an exercise needs the learner's own answers are taken, one by
/// one, where they are there, and the given ones where they are not. An exercise that does not pass is judged together with
/// those that it needs. Each of the learner's files is read once, and all that is said is of what was read.
class Grader {
public:
    explicit Grader(const Course& course) : course_(course) {}

    /// Grades one exercise, and what it needs only where that decides.
    Grade check(const Exercise& exercise);

    /// Names what went wrong.
    void explain(Grade& grade);

    /// Grades and explains all, after one build for all. Where only statuses are asked for, nothing is built to find out that a stub
    /// is unsolved.
    std::vector<Grade> verify(bool only_statuses);

    /// The learner's files that were graded and are no longer what they were.
    std::vector<std::string> changed_meanwhile() const;

private:
    void explain_by_mistakes(Grade& grade);
    struct Attempt {
        std::set<std::string> broken;  // exercises whose own file does not compile, or cannot even be tried
        std::map<std::string, std::string> logs;
        std::string common;  // the log of steps that belong to no exercise
        double seconds = 0;
    };

    const OwnFile& own_file(const std::string& id);
    bool is_stub(const Exercise& exercise);
    void keep(const std::string& id);
    void build_answers(const std::vector<const Exercise*>& exercises, bool with_mistakes = false);
    void build_given(const std::vector<std::string>& ids);
    void note_failures(const BuildResult& result);
    void keep_warnings(const Exercise& exercise, const BuildResult& result) const;
    std::vector<SourceError> kept_warnings(const Exercise& exercise) const;
    fs::path warnings_file(const Exercise& exercise) const;
    const Grade& own_grade(const Exercise& exercise);
    Grade with_needs(const Exercise& exercise);
    Grade run(const Exercise& exercise);
    Answering answering(const Exercise& exercise, bool all_given) const;
    std::vector<std::string> broken_needs(const Exercise& exercise) const;

    const Course& course_;
    Attempt attempt_;
    std::set<std::string> tried_;
    std::map<std::string, OwnFile> files_;
    std::optional<RunFolder>
        kept_;  // the learner's libraries as they were built: another runner may build others meanwhile
    std::map<std::string, Grade> own_;
    bool only_statuses_ = false;
};

}  // namespace learn
