#include "story/story_program.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "course/parts.hpp"
#include "grading/build.hpp"
#include "system/errors.hpp"
#include "system/loop.hpp"
#include "system/run_folder.hpp"
#include "terminal/terminal.hpp"
#include "terminal/text.hpp"

namespace learn {
namespace {

constexpr double longest_silence = 60;  // seconds
constexpr std::size_t keep_errors = 64 << 10;
constexpr const char* program_name = "story: ";  // begins the program's line about an error
constexpr const char* part_name = "part: ";      // and that about the part in which it happened

/// The learner's part that a failed step of the build belongs to; empty where it is none.
std::string part_of(const FailedStep& step, const std::vector<std::string>& yours) {
    for (const std::string& id : yours) {
        if (step.output.find("/" + answer_target(id, "yours-fast") + ".dir/") != step.output.npos ||
            step.output.ends_with("answers/yours-fast/" + id + ".so")) {
            return id;
        }
    }
    return "";
}

}  // namespace

std::vector<std::string> StoryProgram::given_targets() const {
    std::vector<std::string> targets;
    if (!course.builds_graders()) return targets;
    std::vector<std::string> ids{yours};
    if (!mistaken.empty()) ids.push_back(mistaken);
    for (const std::string& id : ids) {
        for (const std::string& need : course.find(id)->needs) {
            if (std::find(ids.begin(), ids.end(), need) == ids.end())
                targets.push_back(target_of(course, course.answer(need, "given")));
        }
    }
    return targets;
}

void StoryProgram::build(const std::vector<std::string>& more) {
    std::vector<std::string> targets{story_target};
    targets.insert(targets.end(), more.begin(), more.end());
    for (std::string& target : given_targets()) targets.push_back(std::move(target));
    std::vector<OwnFile> files;
    for (const std::string& id : yours) files.push_back(inspect(course, *course.find(id)));
    OwnPart own;
    for (const OwnFile& file : files) {
        targets.push_back(target_of(course, course.answer(file.id, "yours-fast")));
        own.files.push_back(&file);
    }
    if (!mistaken.empty()) targets.push_back(target_of(course, course.answer(mistaken, "mistake")));
    const BuildResult result = learn::build(course, targets, msg::story_building, own);
    for (const FailedStep& step : result.failed) {
        const std::string id = part_of(step, yours);
        if (id.empty()) throw SetupError(msg::story_not_built(last_lines(step.text, 25)));
        yours.erase(std::find(yours.begin(), yours.end(), id));
        const fs::path log = course.build_dir / "logs" / ("part_" + id + ".log");
        std::error_code error;
        fs::create_directories(log.parent_path(), error);
        write_file(log, step.text);
        warn(msg::part_not_built(id, shown(log, course.source_dir)));
    }
    if (yours.size() == files.size()) return;
    // Those that call one that was taken out call the given one.
    if (const std::vector<std::string> given = given_targets(); !given.empty()) {
        const BuildResult rest = learn::build(course, given, msg::story_building);
        if (!rest.failed.empty()) throw SetupError(msg::story_not_built(last_lines(rest.failed.front().text, 25)));
    }
}

StoryProgram::StoryProgram(Session& session, std::vector<std::string> options)
    : course(session.course), arguments(std::move(options)) {
    for (const Part& part : parts(course, session.state.load())) {
        if (part.yours) yours.push_back(part.id);
        if (part.changed) changed.push_back(part.id);
    }
    // Inherited by the program, however it is started: one row is too little work for several threads.
    const char* threads = std::getenv("OPENBLAS_NUM_THREADS");
    if (!threads || !*threads) ::setenv("OPENBLAS_NUM_THREADS", "1", 1);
}

std::vector<std::string> StoryProgram::command() const {
    std::vector<std::string> words{(course.build_dir / "bin/story").string(), "--lang", language_name()};
    const auto add_part = [&](const std::string& id, const char* whose) {
        words.insert(words.end(), {"--part", id + "=" + course.answer(id, whose).string()});
    };
    for (const std::string& id : yours) {
        if (id != mistaken) add_part(id, "yours-fast");
        words.insert(words.end(), {"--yours", id});
    }
    if (!mistake.empty()) {
        add_part(mistaken, "mistake");
        words.insert(words.end(), {"--mistake", mistake});
    }
    if (colours()) words.push_back("--coloured");
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
}

Telling StoryProgram::run(bool quiet, const std::function<void(std::string_view)>& show) const {
    const RunFolder folder(course, "story");
    const fs::path record = folder.path() / "story.json";
    Telling telling;
    Process program;
    program.command = command();
    program.command.insert(program.command.begin() + 1, {"--record", record.string()});
    constexpr std::size_t as_they_are = std::size_t{1} << 30;  // elsewhere a story has the lines that it has
    Wrapping wrapping(stdout_is_terminal() ? terminal_size().columns : as_they_are);
    bool in_a_line = false;
    program.on_output = [&](std::string_view text) {
        if (show) return show(text);
        if (!text.empty()) in_a_line = text.back() != '\n';
        if (!quiet) print(wrapping.put(text));
    };
    program.on_error = [&](std::string_view text) {
        telling.errors += text.substr(0, keep_errors - std::min(keep_errors, telling.errors.size()));
    };
    if (!mistaken.empty()) program.silence_limit = longest_silence;
    program.contained = program.polite = true;
    telling.ended = learn::run(program);
    if (!quiet) print(wrapping.end() + (in_a_line ? "\n" : ""));
    if (!telling.ended.error.empty()) throw SetupError(msg::cannot_start(telling.ended.error));
    telling.interrupted = interrupted() || telling.ended.exit_code == 130;
    tools::Json told = tools::parse_json(read_file(record).value_or(""));
    if (!told.is_object()) return telling;
    telling.parts = told["parts"];
    if (told["stop"] != "begun") telling.record = std::move(told);
    return telling;
}

std::string what_went_wrong(const Telling& telling) {
    if (telling.ended.out_of_time) return msg::story_silent(std::to_string(static_cast<int>(longest_silence)));
    if (telling.ended.signal != 0 && telling.interrupted) return msg::story_stubborn();
    if (telling.ended.signal != 0) return msg::story_signal(signal_text(telling.ended.signal));
    for (const std::string& line : lines(telling.errors)) {
        if (line.starts_with(program_name)) return harmless(line.substr(std::strlen(program_name)));
    }
    return msg::story_vanished(std::to_string(telling.ended.exit_code));
}

std::string at_work(const Telling& telling) {
    for (const std::string& line : lines(telling.errors)) {
        if (line.starts_with(part_name)) return harmless(line.substr(std::strlen(part_name)));
    }
    return "";
}

std::vector<std::string> other_errors(const Telling& telling) {
    std::vector<std::string> result;
    for (const std::string& line : lines(harmless(telling.errors))) {
        if (!line.starts_with(program_name) && !line.starts_with(part_name)) result.push_back(line);
    }
    return result;
}

}  // namespace learn
