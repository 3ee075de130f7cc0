// expect_verdict PROGRAM FILE EXPECTED
//
// Grades PROGRAM, as the runner does, and checks the verdict on the answer in FILE. EXPECTED is "passed", "unsolved",
// or the id of the mistake that must be named, alone, in both languages. Prints what it got; exit 0 when it is that.

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "course.hpp"
#include "grader_run.hpp"
#include "language.hpp"

namespace {

std::string describe(const learn::RunVerdict& verdict) {
    std::string text = std::string(learn::name(verdict.status));
    for (const auto& diagnosis : verdict.diagnoses) text += ", named " + diagnosis.id + " (" + diagnosis.text + ")";
    for (const auto& test : verdict.tests) {
        if (test.status != learn::Status::passed)
            text += "\n  " + std::string(learn::name(test.status)) + ": " + test.name;
    }
    return text + "\n" + verdict.crash + verdict.output;
}

bool as_expected(const learn::RunVerdict& verdict, const std::string& file, const std::string& expected) {
    using learn::Status;
    if (expected == "passed") return verdict.status == Status::passed && verdict.diagnoses.empty();
    if (expected == "unsolved") {
        return !verdict.todos.empty() && std::filesystem::equivalent(verdict.todos.front().file, file) &&
               verdict.diagnoses.empty();
    }
    const bool refused = verdict.status == Status::failed || verdict.status == Status::crashed;
    return refused && verdict.diagnoses.size() == 1 && verdict.diagnoses[0].id == expected &&
           verdict.diagnoses[0].text != expected;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::cerr << "usage: expect_verdict PROGRAM FILE EXPECTED\n";
        return 2;
    }
    const std::string program = argv[1];
    const std::string expected = argv[3];
    learn::Course course;
    course.build_dir = std::filesystem::path(program).parent_path().parent_path();
    bool good = true;
    for (const auto language : {learn::Language::en, learn::Language::zh}) {
        learn::set_language(language);
        const auto verdict = learn::run_grader(course, std::filesystem::path(program).filename(), program);
        std::cout << describe(verdict) << "\n";
        good = good && as_expected(verdict, argv[2], expected);
    }
    std::cout << (good ? "as expected: " : "EXPECTED ") << expected << "\n";
    return good ? 0 : 1;
}
