#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <cstdlib>
#include <exception>
#include <functional>
#include <map>

#include "commands/commands.hpp"
#include "grading/build.hpp"
#include "grading/verdict_json.hpp"
#include "messages.hpp"
#include "system/blas.hpp"
#include "system/errors.hpp"
#include "terminal/terminal.hpp"
#include "tutor/tutor.hpp"

namespace {

using namespace learn;

/// The course is where the launcher says, or where this program lies: <course>/build/learn/bin/learn.
fs::path find_source_dir(const char* program) {
    if (const char* told = std::getenv("TINY_LLM_SOURCE_DIR"); told && *told) return told;
    std::error_code error;
    fs::path self = fs::read_symlink("/proc/self/exe", error);
    if (error) self = fs::canonical(program, error);
    return self.parent_path().parent_path().parent_path().parent_path();
}

int dispatch(const Options& options, const fs::path& source_dir) {
    if (options.command == "doctor") return doctor(source_dir, options.json);
    if (options.command == "test") return run_own_tests(source_dir, options.all);
    if (options.command == "tutor") return tutor(source_dir, options.off);
    const Course course = open_course(source_dir, "learn");
    const Blas blas = choose_blas_kernel(course);
    StateFile state(course);
    Session session{course, state, options, blas};
    const std::map<std::string, std::function<int(Session&)>> commands{
        {"board", show_board}, {"watch", watch}, {"check", check}, {"verify", verify}, {"list", list},
        {"next", next},        {"goto", go_to},  {"hint", hint},   {"reset", reset},   {"solution", solution},
        {"story", story},      {"chat", chat},   {"serve", serve}, {"plot", plot},     {"bench", bench}};
    if (!options.command.empty()) return commands.at(options.command)(session);
    return stdin_is_terminal() && stdout_is_terminal() ? watch(session) : show_board(session);
}

int run_command(int argc, char** argv) {
    const Options options = parse(argc, argv);
    if (options.exit_now >= 0) return options.exit_now;
    const auto fail = [&](const std::string& text) {
        warn(msg::error(text));
        if (options.json) print(error_json(text));
        return 2;
    };
    try {
        return dispatch(options, find_source_dir(argv[0]));
    } catch (const SetupError& error) {
        return fail(error.what());
    } catch (const Interrupted&) {
        warn(msg::interrupted());
        return 130;
    } catch (const std::exception& error) {
        return fail(error.what());
    }
}

}  // namespace

int main(int argc, char** argv) {
#ifdef __linux__
    // An answer runs as the same user: it must not write into this program's memory or take its output, where the verdict goes.
    ::prctl(PR_SET_DUMPABLE, 0);
#endif
    if (argc == 4 && std::string(argv[1]) == openblas_question) return tell_openblas_kernel(argv[2], argv[3]);
    keep_standard_files_taken();
    const int code = run_command(argc, argv);
    const std::string why = why_not_printed();
    if (why.empty()) return code;
    warn(msg::error(msg::output_not_written(why)));
    return 2;
}
