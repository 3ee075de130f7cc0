#include "grader_run.hpp"

#include <cstdio>
#include <random>

#include "build.hpp"
#include "errors.hpp"
#include "events.hpp"
#include "json_value.hpp"
#include "language.hpp"
#include "messages.hpp"
#include "process.hpp"
#include "run_folder.hpp"

namespace learn {
namespace {

constexpr double kill_after = 15;  // seconds; the program's own watchdog ends it after 10 and says where
constexpr std::size_t keep_output = 64 << 10;
constexpr std::size_t most_events = 16 << 20;

std::string random_hex() {
    std::random_device device;
    std::string text;
    for (int i = 0; i < 4; ++i) {
        char part[16];
        std::snprintf(part, sizeof part, "%08x", device());
        text += part;
    }
    return text;
}

}  // namespace

RunVerdict run_grader(const Course& course, const std::string& id, const std::string& program) {
    const RunFolder folder(course, id);
    const fs::path events = folder.path() / "events.jsonl";
    const std::string nonce = random_hex();
    std::string output;
    std::size_t size = 0;

    Process grader;
    grader.command = {(course.build_dir / program).string(), "--order", "decl", "-o",
                      (folder.path() / "catch.log").string()};
    grader.folder = folder.path().string();
    grader.environment = {
        {"TINY_LLM_RUNNER", "1"},
        {"OPENBLAS_NUM_THREADS", "1"},
        {"OMP_WAIT_POLICY", "passive"},  // a fast answer's threads: more than cores, and they may not spin
        {"TINY_LLM_LANG", language_name()},
        {"ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=1"},
        {"UBSAN_OPTIONS", "halt_on_error=1:print_stacktrace=1"}};
    grader.input = json_text(Json{{"events", events.string()}, {"nonce", nonce}, {"lang", language_name()}});
    grader.on_output = [&](std::string_view text) {
        size += text.size();
        if (output.size() < keep_output) output += text.substr(0, keep_output - output.size());
    };
    grader.time_limit = kill_after;
    grader.contained = true;

    const Ended ended = run(grader);
    if (!ended.error.empty()) throw SetupError(msg::cannot_start(ended.error));
    RunVerdict verdict = judge(read_file(events, most_events).value_or(""), ended, nonce);
    if (verdict.status == Status::crashed) {
        folder.clear();  // a disk that the answer itself has filled is no excuse
        check_room(folder.path().parent_path(), "");
    }
    verdict.output = output;
    verdict.output_size = size;
    return verdict;
}

}  // namespace learn
