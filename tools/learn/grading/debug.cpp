#include <unistd.h>

#include <cstdlib>

#include "commands/commands.hpp"
#include "grading/build.hpp"
#include "grading/report.hpp"
#include "messages.hpp"
#include "system/errors.hpp"
#include "system/packages.hpp"
#include "terminal/terminal.hpp"

namespace learn {
namespace {

/// A test's name as Catch2 takes it, where , [ ] " * \ have a meaning.
std::string test_spec(const std::string& name) {
    std::string spec;
    for (const char c : name) {
        if (std::string(",[]\"*\\").find(c) != std::string::npos) spec += '\\';
        spec += c;
    }
    return spec;
}

/// The answer, and those that it calls, with variables for a debugger. One that does not compile is not there, and then the
/// given one is taken.
void build_with_variables(const Course& course, const Exercise& exercise) {
    std::vector<std::string> targets{target_of(course, course.answer(exercise.id, "debug"))};
    for (const std::string& id : exercise.needs) targets.push_back(target_of(course, course.answer(id, "debug")));
    build(course, targets);
}

/// The one script that is there is that of the exercise: the answers that it calls are loaded, too.
void remove_scripts(const fs::path& folder) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".gdb") fs::remove(entry.path(), error);
    }
}

/// What gdb reads by itself as soon as it loads the answer: it stops in the functions of the learner's file by the first letter
/// of their names, which leaves out those of the libraries; gdb knows files by their last name alone.
std::string gdb_script(const Course& course, const Exercise& exercise) {
    return "set print frame-arguments all\nif $_isvoid($tiny_llm_stops)\n  set $tiny_llm_stops = 1\n  rbreak " +
           fs::path(exercise.file).filename().string() + ":^[^_gmsx].*\nend\nsource " +
           (course.source_dir / "tools/gdb/tensors.py").string() + "\n";
}

void write(const fs::path& file, const std::string& text) {
    if (write_file(file, text)) return;
    check_room(file.parent_path(), "");
    throw SetupError(msg::cannot_write(file.string()));
}

}  // namespace

int debug(Session& session, const Exercise& exercise) {
    const Course& course = session.course;
    const Grade grade = Grader(course).check(exercise);
    remember(session, {grade});
    const TestVerdict* failing = nullptr;
    for (const TestVerdict& t : grade.tests) {
        if (!failing && t.status != Status::passed && t.status != Status::not_run) failing = &t;
    }
    const bool by_editor = session.options.prepare;
    if (grade.status == Status::passed) {
        print_line(msg::nothing_to_debug());
        return by_editor ? 1 : 0;
    }
    if (!failing) {
        print_text(report(grade, false));
        return 1;
    }
    build_with_variables(course, exercise);
    const std::string spec = test_spec(failing->name);
    const fs::path folder = course.answer(exercise.id, "debug").parent_path();
    remove_scripts(folder);
    write(folder / (exercise.id + ".so-gdb.gdb"), gdb_script(course, exercise));
    write(folder / (exercise.id + ".test"), spec + "\n");
    print_line(msg::debug_test(exercise.file, failing->name));
    if (by_editor) return 0;
    const std::string program = course.test(exercise.id).string();
    const std::string trusted = "add-auto-load-safe-path " + folder.string();
    ::setenv("TINY_LLM_TIME_LIMIT", "0", 1);
    ::setenv("OPENBLAS_NUM_THREADS", "1", 1);
    ::setenv("TINY_LLM_ANSWERS", (folder / "").c_str(), 1);
    ::unsetenv("TINY_LLM_RUNNER");
    ::execlp("gdb", "gdb", "-q", "-iex", trusted.c_str(), "-ex", "run", "--args", program.c_str(), spec.c_str(),
             static_cast<char*>(nullptr));
    throw SetupError(msg::no_gdb(install_command({"gdb", "gdb", "gdb", "gdb"})));
}

}  // namespace learn
