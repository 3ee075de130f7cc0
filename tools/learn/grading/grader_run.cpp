#include "grading/grader_run.hpp"

#include <cstdio>
#include <random>

#include "grading/build.hpp"
#include "grading/events.hpp"
#include "messages.hpp"
#include "system/errors.hpp"
#include "system/process.hpp"
#include "system/run_folder.hpp"
#include "system/whole.hpp"
#include "terminal/language.hpp"
#include "terminal/text.hpp"
#include "tools/json/json.hpp"

namespace learn {
namespace {

constexpr double kill_after = 15;   // seconds; the program's own watchdog ends it after 10 and says where
constexpr double begin_until = 15;  // seconds after which no other run is begun: the whole takes 30 at most
constexpr std::size_t keep_output = 64 << 10;
constexpr std::size_t most_events = 16 << 20, most_log = 256 << 20;

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

/// One run of an exercise's program: what it is told, and what comes of it.
class GraderRun {
public:
    GraderRun(const Course& course, const Exercise& exercise, const Answering& answering)
        : folder_(course, exercise.id), program_(folder_.path() / course.test(exercise.id).filename()) {
        std::vector<fs::path> read{course.test(exercise.id), course.call(exercise.id), answering.library};
        read.insert(read.end(), answering.needs.begin(), answering.needs.end());
        for (const fs::path& file : read) {
            if (!is_whole(file)) throw SetupError(msg::damaged(file.string()));
        }
        // A copy: an answer that puts something else in the place of the program that runs it spoils that one run.
        std::error_code error;
        fs::copy_file(course.test(exercise.id), program_, error);
        if (error) {
            folder_.clear();
            check_room(folder_.path().parent_path(), "");
            throw SetupError(msg::cannot_start(course.test(exercise.id).string()));
        }
        settings_ = {
            {"events", events().string()}, {"log", log().string()}, {"nonce", nonce_}, {"lang", language_name()}};
        settings_["with"] = tools::Json::array();
        for (const fs::path& library : answering.needs) settings_["with"].push_back(library.string());
        settings_["answer"] = {{"library", answering.library.string()}, {"id", answering.id}};
    }

    fs::path events() const { return folder_.path() / "events.jsonl"; }
    fs::path log() const { return folder_.path() / "log"; }
    tools::Json& settings() { return settings_; }
    const RunFolder& folder() const { return folder_; }

    Ended run(std::size_t most_output) {
        Process grader;
        grader.command = {program_.string(), "--order", "decl", "-o", (folder_.path() / "catch.log").string()};
        grader.folder = folder_.path().string();
        grader.environment = {
            {"TINY_LLM_RUNNER", "1"},
            {"OPENBLAS_NUM_THREADS", "1"},
            {"OMP_WAIT_POLICY", "passive"},  // a fast answer's threads: more than cores, and they may not spin
            {"TINY_LLM_LANG", language_name()},
            {"ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=1"},
            {"UBSAN_OPTIONS", "halt_on_error=1:print_stacktrace=1"}};
        grader.input = tools::json_text(settings_);
        grader.on_output = [&](std::string_view text) {
            size += text.size();
            if (output.size() < most_output) output += text.substr(0, most_output - output.size());
        };
        grader.time_limit = kill_after;
        grader.contained = true;
        Ended ended = learn::run(grader);
        if (!ended.error.empty()) throw SetupError(msg::cannot_start(ended.error));
        return ended;
    }

    RunVerdict judged(const Ended& ended) const {
        return judge(read_file(events(), most_events).value_or(""), ended, nonce_);
    }

    std::string output;
    std::size_t size = 0;

private:
    RunFolder folder_;
    fs::path program_;
    std::string nonce_ = random_hex();
    tools::Json settings_;
};

/// The tests that were begun.
std::vector<std::string> asked_in(const RunVerdict& verdict) {
    std::vector<std::string> names;
    for (const TestVerdict& test : verdict.tests) {
        if (test.status != Status::not_run) names.push_back(test.name);
    }
    return names;
}

/// `others` knows all that the run before it has told, too: how that one ended is all that is not in it.
void add(RunVerdict& verdict, const RunVerdict& others) {
    for (std::size_t i = 0; i < verdict.tests.size() && i < others.tests.size(); ++i) {
        if (verdict.tests[i].status == Status::not_run) verdict.tests[i] = others.tests[i];
    }
    verdict.reports = others.reports;
    verdict.todos = others.todos;
    verdict.seconds += others.seconds;
}

}  // namespace

/// What a crash has kept from being asked is asked in a process of its own.
RunVerdict ask(const Course& course, const Exercise& exercise, const Answering& answering) {
    GraderRun run(course, exercise, answering);
    RunVerdict verdict = run.judged(run.run(keep_output));
    while (verdict.status == Status::crashed) {  // each time at least one test more has been asked
        const std::vector<std::string> asked = asked_in(verdict);
        if (asked.empty() || asked.size() == verdict.tests.size()) break;
        if (verdict.seconds > begin_until) {
            verdict.given_up = true;
            break;
        }
        run.settings()["asked"] = asked;
        const RunVerdict others = run.judged(run.run(keep_output));
        add(verdict, others);
        if (others.status == Status::timed_out || asked_in(verdict).size() == asked.size()) break;
    }
    if (!verdict.reports.empty() || verdict.status == Status::crashed)
        verdict.calls = read_file(run.log(), most_log).value_or("");
    if (verdict.status == Status::crashed) {
        run.folder().clear();  // a disk that the answer itself has filled is no excuse
        check_room(run.folder().path().parent_path(), "");
    }
    verdict.output = run.output;
    verdict.output_size = run.size;
    return verdict;
}

void explain(const Course& course, const Exercise& exercise, const Answering& answering, RunVerdict& verdict) {
    GraderRun run(course, exercise, answering);
    run.settings()["explain"] = true;
    if (!write_file(run.log(), verdict.calls)) return;
    const RunVerdict explained = run.judged(run.run(0));
    verdict.diagnoses = explained.diagnoses;
    verdict.symptoms = explained.symptoms;
    verdict.explained = explained.explained;
}

PlotAnswers ask_for_plot(const Course& course, const Exercise& exercise, const Answering& answering) {
    constexpr std::size_t most_output = 4 << 20;
    GraderRun run(course, exercise, answering);
    run.settings()["plot"] = (course.graders_dir / "plots" / (exercise.id + ".so")).string();
    PlotAnswers answers;
    answers.ended = run.run(most_output);
    answers.why_unloadable = run.judged(answers.ended).why_unloadable;
    for (const std::string& line : lines(run.output)) {
        if (line.starts_with("{\"panels\":")) answers.json = line;
    }
    return answers;
}

}  // namespace learn
