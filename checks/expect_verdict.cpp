// expect_verdict BUILD ID LIBRARY ANSWER EXPECTED
//
// Grades an answer of a build folder as the runner does, and checks the verdict. ANSWER is its name in LIBRARY, or empty where
// it is the only one there. EXPECTED is "passed", "unsolved", or the id of the mistake that must be named, alone, or of two,
// as no-eps+no-weight. Prints what it got; exit 0 when it is that.

#include <cstdlib>
#include <iostream>
#include <set>
#include <sstream>

#include "course/course.hpp"
#include "grading/build.hpp"
#include "grading/grader_run.hpp"

namespace {

using learn::Status;

std::string describe(const learn::RunVerdict& verdict) {
    std::string text = std::string(learn::name(verdict.status));
    for (const auto& diagnosis : verdict.diagnoses) text += ", named " + diagnosis.id + " (" + diagnosis.text + ")";
    for (const auto& symptom : verdict.symptoms) text += ", seen " + symptom.id + " (" + symptom.text + ")";
    for (const auto& test : verdict.tests) {
        if (test.status != Status::passed) text += "\n  " + std::string(learn::name(test.status)) + ": " + test.name;
    }
    return text + "\n" + verdict.crash + verdict.unloadable + verdict.why_unloadable + verdict.output;
}

bool as_expected(const learn::RunVerdict& verdict, const learn::Exercise& exercise, const std::string& expected) {
    if (expected == "passed") return verdict.status == Status::passed && verdict.diagnoses.empty();
    if (expected == "unsolved")
        return !verdict.todos.empty() && verdict.todos[0].file.ends_with(exercise.stub) && verdict.diagnoses.empty();
    // What writes outside of its memory now and then hangs in the damage.
    const bool refused =
        verdict.status == Status::failed || verdict.status == Status::crashed || verdict.status == Status::timed_out;
    std::set<std::string> named, known;
    for (const auto& diagnosis : verdict.diagnoses) named.insert(diagnosis.id);
    std::istringstream ids(expected);
    for (std::string id; std::getline(ids, id, '+');) known.insert(id);
    return refused && named == known;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6) {
        std::cerr << "usage: expect_verdict BUILD ID LIBRARY ANSWER EXPECTED\n";
        return 2;
    }
    const learn::Course course = learn::read_course(argv[1]);
    const learn::Exercise& exercise = *course.find(argv[2]);
    const std::string expected = argv[5];
    learn::Answering answering{argv[3], argv[4], {}};
    for (const std::string& need : exercise.needs) answering.needs.push_back(course.answer(need, "given"));
    learn::RunVerdict verdict = learn::ask(course, exercise, answering);
    if (!verdict.calls.empty()) learn::explain(course, exercise, answering, verdict);
    std::cout << describe(verdict) << "\n";
    const bool good = as_expected(verdict, exercise, expected);
    std::cout << (good ? "as expected: " : "EXPECTED ") << expected << "\n";
    return good ? 0 : 1;
}
