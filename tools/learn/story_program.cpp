#include "story_program.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "build.hpp"
#include "errors.hpp"
#include "loop.hpp"
#include "run_folder.hpp"
#include "terminal.hpp"
#include "text.hpp"

namespace learn {
namespace {

constexpr double longest_silence = 60;  // seconds
constexpr std::size_t keep_errors = 64 << 10;
constexpr const char* program_name = "story: ";  // begins the program's line about an error

/// The learner's part that a failed step of the build belongs to; empty where it is none.
std::string part_of(const FailedStep& step, const std::vector<std::string>& yours) {
    for (const std::string& id : yours) {
        if (step.output.find("part_" + id + "_yours.dir/") != step.output.npos ||
            step.output.find("parts/yours/" + id + "/") != step.output.npos) {
            return id;
        }
    }
    return "";
}

/// Where the loader looks before it takes the given parts.
std::string search_path(const StoryProgram& program) {
    std::string path;
    const auto add = [&](const fs::path& folder) {
        if (folder.string().find_first_of(":;") != std::string::npos)
            throw SetupError(msg::story_path(folder.string()));
        path += folder.string() + ":";
    };
    if (!program.mistaken.empty()) add(program.course.build_dir / "parts/mistake" / program.mistaken);
    for (const std::string& id : program.yours) add(program.course.build_dir / "parts/yours" / id);
    return path;
}

/// The variables of the child: the search path goes before what the user has set.
std::vector<std::pair<std::string, std::string>> environment_of(const StoryProgram& program) {
    std::vector<std::pair<std::string, std::string>> variables;
    const std::string path = search_path(program);
    for (const char* name : {"LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"}) {
        const char* set = std::getenv(name);
        if (!path.empty()) variables.emplace_back(name, set && *set ? path + set : path.substr(0, path.size() - 1));
    }
    const char* threads = std::getenv("OPENBLAS_NUM_THREADS");
    if (!threads || !*threads) variables.emplace_back("OPENBLAS_NUM_THREADS", "1");
    return variables;
}

}  // namespace

void StoryProgram::build() {
    std::vector<std::string> targets{"story"};
    for (const std::string& id : yours) targets.push_back("part_" + id + "_yours");
    if (!mistaken.empty()) targets.push_back("part_" + mistaken + "_mistake");
    const BuildResult result = learn::build(course, targets, msg::story_building);
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
}

Telling StoryProgram::run(bool quiet) const {
    const RunFolder folder(course, "story");
    const fs::path record = folder.path() / "story.json";
    Telling telling;
    Process program;
    program.command = {(course.build_dir / "bin/story").string(), "--record", record.string(), "--lang",
                       language_name()};
    if (!yours.empty()) {
        std::string list;
        for (const std::string& id : yours) list += (list.empty() ? "" : ",") + id;
        program.command.insert(program.command.end(), {"--yours", list});
    }
    if (!mistake.empty()) program.command.insert(program.command.end(), {"--mistake", mistake});
    program.command.insert(program.command.end(), arguments.begin(), arguments.end());
    program.environment = environment_of(*this);
    program.on_output = [&](std::string_view text) {
        if (!quiet) print(std::string(text));
    };
    program.on_error = [&](std::string_view text) {
        telling.errors += text.substr(0, keep_errors - std::min(keep_errors, telling.errors.size()));
    };
    if (!mistaken.empty()) program.silence_limit = longest_silence;
    program.contained = program.polite = true;
    telling.ended = learn::run(program);
    if (!telling.ended.error.empty()) throw SetupError(msg::cannot_start(telling.ended.error));
    telling.interrupted = interrupted() || telling.ended.exit_code == 130;
    Json told = parse_json(read_file(record).value_or(""));
    if (told.is_object()) telling.record = std::move(told);
    return telling;
}

std::string what_went_wrong(const Telling& telling) {
    if (telling.ended.out_of_time) return msg::story_silent(std::to_string(static_cast<int>(longest_silence)));
    if (telling.ended.signal != 0 && telling.interrupted) return msg::story_stubborn();
    if (telling.ended.signal != 0) return msg::story_signal(::strsignal(telling.ended.signal));
    for (const std::string& line : lines(telling.errors)) {
        if (line.starts_with(program_name)) return neutralised(line.substr(std::strlen(program_name)));
    }
    return msg::story_vanished(std::to_string(telling.ended.exit_code));
}

std::vector<std::string> other_errors(const Telling& telling) {
    std::vector<std::string> result;
    for (const std::string& line : lines(neutralised(telling.errors))) {
        if (!line.starts_with(program_name)) result.push_back(line);
    }
    return result;
}

}  // namespace learn
