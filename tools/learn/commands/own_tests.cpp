#include <algorithm>
#include <cstdlib>

#include "commands/commands.hpp"
#include "grading/build.hpp"
#include "grading/junit.hpp"
#include "messages.hpp"
#include "system/blas.hpp"
#include "system/errors.hpp"
#include "system/loop.hpp"
#include "system/process.hpp"
#include "terminal/terminal.hpp"
#include "terminal/text.hpp"

namespace learn {

/// `./learn test`: configure, build as far as it goes, and let ctest run all. What did not build has failed.
int run_own_tests(const fs::path& source_dir, bool all) {
    const char* ci = std::getenv("CI");
    all = all || (ci && std::string_view(ci) == "true");
    configure(source_dir, "test", {std::string("-DTINY_LLM_ALL_TESTS=") + (all ? "ON" : "OFF")});
    Course course;
    course.build_dir = build_folder(source_dir, "test");
    warn(msg::test_building());
    const BuildResult built = build(course, {"all"});
    for (const FailedStep& step : built.failed) {
        print_line(msg::test_build_failed(step.output));
        print(step.text);
    }

    const fs::path results = course.build_dir / "junit.xml";
    std::error_code error;
    fs::remove(results, error);
    choose_blas_kernel(read_course(course.build_dir));
    Process ctest;
    ctest.command = {"ctest", "--test-dir", course.build_dir.string(), "--output-junit", results.string(),
                     "--no-tests=error",
                     // One more than there are processors: some tests wait, for a limit of time or for a browser.
                     "-j" + std::to_string(uv_available_parallelism() + 1)};
    ctest.on_output = [](std::string_view text) { print(std::string(text)); };
    const Ended ended = run(ctest);
    if (!ended.error.empty()) throw SetupError(msg::cannot_start(ended.error));

    const std::vector<CtestCase> cases = read_junit(results);
    if (cases.empty()) print_line(msg::test_no_results());
    std::size_t passed = 0, failed = 0, skipped = 0;
    for (const CtestCase& c : cases) {
        if (c.result == CtestCase::passed) ++passed;
        if (c.result == CtestCase::skipped) {
            ++skipped;
            const auto said = lines(trim(c.output));
            print_line(msg::test_skipped(c.name, said.empty() ? c.reason : harmless(said.back())));
        }
        if (c.result == CtestCase::failed) {
            ++failed;
            print_line("\n  " + bold(coloured(Status::failed, title(Status::failed))) + "  " + c.name + "  " +
                       c.reason);
            print_line(harmless(c.output));
        }
    }
    const bool bad = !built.ok || ended.exit_code != 0 || ended.signal != 0 || failed > 0 || passed == 0;
    // A failure that no test case shows, such as a program that did not build and that no test runs.
    if (bad && failed == 0) failed = std::max<std::size_t>(1, built.failed.size());
    print_line(std::to_string(passed) + " passed, " + std::to_string(failed) + " failed" +
               (skipped > 0 ? ", " + std::to_string(skipped) + " skipped" : ""));
    return bad ? 1 : 0;
}

}  // namespace learn
