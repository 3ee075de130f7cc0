#include <unistd.h>

#include <cstdlib>

#include "commands/commands.hpp"
#include "grading/report.hpp"
#include "messages.hpp"
#include "system/errors.hpp"
#include "terminal/terminal.hpp"

namespace learn {
namespace {

/// A test's name as Catch2 takes it on the command line, where , [ ] " * \ have a meaning.
std::string test_spec(const std::string& name) {
    std::string spec;
    for (const char c : name) {
        if (std::string(",[]\"*\\").find(c) != std::string::npos) spec += '\\';
        spec += c;
    }
    return spec;
}

}  // namespace

int debug(Session& session, const Exercise& exercise) {
    const Grade grade = Grader(session.course).check(exercise);
    remember(session, {grade});
    const TestVerdict* failing = nullptr;
    for (const TestVerdict& t : grade.tests) {
        if (!failing && t.status != Status::passed && t.status != Status::not_run) failing = &t;
    }
    if (grade.status == Status::passed) {
        print_line(msg::nothing_to_debug());
        return 0;
    }
    if (!failing) {
        print(report(grade, false));
        return 1;
    }
    const std::string program = session.course.test(exercise.id).string();
    const std::string spec = test_spec(failing->name);
    // The answer is loaded while the program runs, so this stops when it is. Then the functions of the learner's file by the
    // first letter of their names, which leaves out those of the libraries; gdb knows files by their last name alone.
    const std::string loaded = "tcatch load /" + exercise.id + "\\.so";
    const std::string stop = "rbreak " + fs::path(exercise.file).filename().string() + ":^[^_gmsx].*";
    print_line(msg::debug_test(exercise.file, failing->name));
    ::setenv("TINY_LLM_TIME_LIMIT", "0", 1);
    ::setenv("OPENBLAS_NUM_THREADS", "1", 1);
    ::setenv("TINY_LLM_ANSWERS", (session.course.build_dir / "answers/yours/").c_str(), 1);
    ::unsetenv("TINY_LLM_RUNNER");
    ::execlp("gdb", "gdb", "-q", "-ex", loaded.c_str(), "-ex", "run", "-ex", stop.c_str(), "-ex", "continue", "--args",
             program.c_str(), spec.c_str(), static_cast<char*>(nullptr));
    throw SetupError(msg::no_gdb("apt-get install gdb"));
}

}  // namespace learn
