#include "bench/run.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "course/own_file.hpp"
#include "grading/build.hpp"
#include "grading/compile_error.hpp"
#include "messages.hpp"
#include "system/errors.hpp"
#include "system/process.hpp"
#include "system/run_folder.hpp"
#include "terminal/text.hpp"

namespace learn {
namespace {

constexpr std::size_t most_said = 16 << 10;

/// Seconds without a word from the program, after which a contender is in an endless loop. The graders' variable counts
/// here, too.
double longest_bench_silence(bool large) {
    const char* told = std::getenv("TINY_LLM_TIME_LIMIT");
    const double seconds = told ? std::atof(told) : 0;
    return seconds > 0 ? seconds : large ? 300 : 120;
}

std::string bench_target(const BenchOperation& o) {
    return "bench_" + o.op + (o.yours == Yours::plain ? "_plain" : "_yours");
}

/// The exercises whose files are linked into it: its own, what that needs, and the plain twin, which it may call.
std::vector<const Exercise*> linked(const Course& course, const BenchOperation& o) {
    const Exercise& own = bench_exercise(course, o);
    std::vector<const Exercise*> result{&own};
    for (const std::string& need : own.needs) result.push_back(course.find(need));
    const Exercise* twin = course.find(o.op);
    if (twin && std::find(result.begin(), result.end(), twin) == result.end()) result.push_back(twin);
    return result;
}

/// Whether a failed step compiles that exercise's file, in whatever target.
bool compiles(const FailedStep& step, const Exercise& exercise) {
    return step.output.find("/" + exercise.file + ".o") != step.output.npos;
}

/// Whether a failed step links what is the learner's of this operation.
bool links(const FailedStep& step, const BenchOperation& o) {
    const std::string name = o.yours == Yours::plain ? "plain" : "yours";
    return step.output.find("contenders/" + o.op + "/" + name + ".") != step.output.npos;
}

const char* word_of(Yours yours) { return yours == Yours::fast ? "fast" : yours == Yours::plain ? "plain" : "none"; }

/// How the program ended before it had told all; `said` is what it wrote to standard error.
BenchRefusal loss(const Ended& ended, const std::string& op, const std::vector<std::string>& said) {
    BenchRefusal lost{op, "", "yours", ended.out_of_time ? "timed_out" : "crashed", ""};
    if (ended.out_of_time) lost.text = msg::plot_endless();
    else if (ended.signal != 0) lost.text = msg::plot_crashed(signal_text(ended.signal));
    else lost.text = msg::plot_exited(std::to_string(ended.exit_code));
    if (!said.empty()) lost.text += ": " + said.back();
    return lost;
}

/// What the program itself has said before it gave up, which is not about the learner's file; empty where it has not.
std::string own_complaint(const Ended& ended, bool started, const std::vector<std::string>& said) {
    if (ended.signal != 0 || ended.exit_code == 0) return "";
    for (const std::string& line : said) {
        if (!started || line.starts_with("bench: ")) return line;
    }
    return "";
}

}  // namespace

const Exercise& bench_exercise(const Course& course, const BenchOperation& operation) {
    const std::string id = (operation.yours == Yours::plain ? "" : "fast_") + operation.op;
    const Exercise* exercise = course.find(id);
    if (!exercise) throw SetupError(msg::unknown_id(id));
    return *exercise;
}

std::vector<Grade> build_bench(const Course& course, std::vector<BenchOperation>& operations) {
    std::map<const Exercise*, std::string> broken;  // with what the compiler said
    std::vector<std::string> targets{"bin/bench"};
    std::map<const Exercise*, OwnFile> files;
    for (BenchOperation& o : operations) {
        targets.push_back("bench_" + o.op + "_given");
        const Exercise& own = bench_exercise(course, o);
        files[&own] = inspect(course, own);
        o.fingerprint = files[&own].fingerprint;
        if (o.yours == Yours::none) continue;
        bool usable = true;
        for (const Exercise* e : linked(course, o)) {
            if (files.count(e) == 0) files[e] = inspect(course, *e);
            if (files[e].usable) continue;
            broken[e];
            usable = false;
        }
        if (usable) targets.push_back(bench_target(o));
    }
    OwnPart own;
    for (const auto& [exercise, file] : files) {
        if (file.usable) own.files.push_back(&file);
    }
    const BuildResult result = build(course, targets, msg::bench_building, own);
    for (const FailedStep& step : result.failed) {
        bool known = false;
        for (const BenchOperation& o : operations) {
            if (o.yours == Yours::none) continue;
            for (const Exercise* e : linked(course, o)) {
                if (!compiles(step, *e) && !(e == &bench_exercise(course, o) && links(step, o))) continue;
                std::string& log = broken[e];
                if (log.find(step.text) == log.npos) log += step.text;
                known = true;
            }
        }
        if (!known) throw SetupError(msg::build_failed(last_lines(step.text, 25)));
    }
    for (BenchOperation& o : operations) {
        if (o.yours == Yours::none) continue;
        for (const Exercise* e : linked(course, o)) {
            if (broken.count(e) == 0) continue;
            o.broken = e->id;
            o.yours = Yours::none;
            break;
        }
    }
    std::vector<Grade> grades;
    grades.reserve(broken.size());
    for (const auto& [exercise, log] : broken)
        grades.push_back(compile_error(course, *exercise, files.at(exercise), log));
    return grades;
}

void run_bench(const Course& course, std::vector<BenchOperation> operations, const BenchSettings& settings,
               BenchResults& results, const std::function<void(const BenchRefusal&)>& on_lost) {
    while (!operations.empty()) {
        // As many at a time as have the same file of the learner's in them.
        const Yours yours = operations.front().yours;
        const auto end = std::find_if(operations.begin(), operations.end(),
                                      [&](const BenchOperation& o) { return o.yours != yours; });
        const RunFolder folder(course, "bench");
        std::string said;
        Process program;
        program.command = {(course.build_dir / "bin/bench").string()};
        for (auto o = operations.begin(); o != end; ++o) program.command.push_back(o->op);
        program.command.insert(program.command.end(), {"--yours", word_of(yours)});
        if (settings.large) program.command.push_back("--large");
        if (settings.most_rows > 0)
            program.command.insert(program.command.end(), {"--most-rows", std::to_string(settings.most_rows)});
        if (!settings.threads.empty()) program.command.insert(program.command.end(), {"--threads", settings.threads});
        if (!settings.python.empty()) program.command.insert(program.command.end(), {"--pytorch", settings.python});
        program.folder = folder.path().string();
        program.environment = {{"TMPDIR", folder.path().string()}};  // what it leaves when it is killed goes away, too
        program.on_output = [&](std::string_view text) { results.read(text); };
        program.on_error = [&](std::string_view text) {
            said += text;
            if (said.size() > most_said) said.erase(0, said.size() - most_said);
        };
        program.silence_limit = longest_bench_silence(settings.large);
        program.contained = true;
        results.begin_run();
        const Ended ended = run(program);
        if (!ended.error.empty()) throw SetupError(msg::cannot_start(ended.error));
        if (results.ended()) {
            operations.erase(operations.begin(), end);
            continue;
        }
        const std::string op = results.running().empty() ? operations.front().op : results.running();
        const auto at = std::find_if(operations.begin(), end, [&](const BenchOperation& o) { return o.op == op; });
        const std::vector<std::string> told = lines(trim(harmless(said)));
        if (const std::string why = own_complaint(ended, results.started(), told); !why.empty()) {
            throw SetupError(msg::bench_gave_up(op, why));
        }
        const BenchRefusal lost = loss(ended, op, told);
        if (yours == Yours::none || at == end) throw SetupError(msg::bench_broken(op, lost.text));
        results.forget(op);
        results.refusals.push_back(lost);
        on_lost(lost);
        at->yours = Yours::none;
        operations.erase(operations.begin(), at);
    }
}

std::string python_with_torch(const Course& course) {
    std::string output;
    Process process;
    process.command = {(course.source_dir / "tests/python-with-torch").string(), "-c",
                       "import sys; print(sys.executable)"};
    process.time_limit = 60;
    process.on_output = [&](std::string_view text) { output += text; };
    const Ended ended = run(process);
    return ended.error.empty() && ended.exit_code == 0 && ended.signal == 0 ? trim(output) : "";
}

}  // namespace learn
