#include "grading/build.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <regex>

#include "grading/own_copy.hpp"
#include "system/errors.hpp"
#include "system/lock.hpp"
#include "system/process.hpp"
#include "system/whole.hpp"
#include "terminal/progress.hpp"
#include "terminal/terminal.hpp"
#include "terminal/text.hpp"

namespace learn {
namespace {

/// Compilers translate their messages, and then nobody finds the word "error".
const std::vector<std::pair<std::string, std::string>> environment{
    {"LC_ALL", "C"}, {"NINJA_STATUS", "[%f/%t] "}, {"CLICOLOR_FORCE", "0"}, {"TERM", "dumb"}};

Lock lock_build_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (::access(folder.c_str(), W_OK) != 0) throw SetupError(msg::cannot_write(folder.string()));
    return Lock(folder / ".lock", [] { warn(msg::somebody_builds()); });
}

void check_programs(const Ended& ended) {
    if (!ended.error.empty()) throw SetupError(msg::cannot_start(ended.error));
}

/// ninja itself, which `cmake --build` would start: half of what that costs is saved.
std::string ninja_of(const fs::path& build_dir) {
    constexpr const char* key = "CMAKE_MAKE_PROGRAM:FILEPATH=";
    for (const std::string& line : lines(read_file(build_dir / "CMakeCache.txt").value_or(""))) {
        if (line.starts_with(key)) return line.substr(std::strlen(key));
    }
    return "ninja";
}

std::string step_text(const std::string& line) {
    const std::size_t slash = line.find('/');
    const std::size_t end = line.find(']');
    return msg::building(line.substr(1, slash - 1), line.substr(slash + 1, end - slash - 1));
}

/// Whether ninja can bring the folder up to date. A cache that was cut off makes CMake write for another program than ninja, and
/// ninja starts it again and again.
bool is_configured(const fs::path& folder) {
    std::error_code error;
    const std::string cache = read_file(folder / "CMakeCache.txt").value_or("");
    return fs::exists(folder / "course.json", error) && !read_file(folder / "build.ninja", 1).value_or("").empty() &&
           cache.find("\nCMAKE_GENERATOR:INTERNAL=Ninja\n") != cache.npos &&
           cache.find("\nCMAKE_HOME_DIRECTORY:INTERNAL=") != cache.npos;
}

/// The tree of one submission in a class has libraries alone to build, and no CMake.
bool can_be_configured(const fs::path& source_dir) {
    std::error_code error;
    return fs::exists(source_dir / "CMakeLists.txt", error);
}

}  // namespace

fs::path build_folder(const fs::path& source_dir, const std::string& preset) {
    const char* folder = std::getenv("TINY_LLM_BUILD_DIR");
    if (!folder || !*folder) return source_dir / "build" / preset;
    const fs::path learn = fs::absolute(folder).lexically_normal();
    return preset == "learn" ? learn : learn.parent_path() / preset;
}

namespace {

void run_cmake(const fs::path& source_dir, const std::string& preset, const fs::path& folder,
               const std::vector<std::string>& settings = {}) {
    warn(msg::configuring(preset));
    std::error_code error;
    if (!is_configured(folder)) fs::remove(folder / "CMakeCache.txt", error);
    std::string output;
    Process cmake;
    cmake.command = {"cmake", "--preset", preset, "-B", folder.string()};
    cmake.command.insert(cmake.command.end(), settings.begin(), settings.end());
    cmake.folder = source_dir.string();
    cmake.environment = {{"LC_ALL", "C"}};
    cmake.on_output = [&](std::string_view text) { output += text; };
    const Ended ended = run(cmake);
    check_programs(ended);
    // On a full disk CMake may call it a success.
    if (ended.exit_code == 0 && fs::exists(folder / "build.ninja", error)) return;
    check_room(folder, output);
    require_new_cmake(source_dir);
    throw SetupError(msg::configure_failed(last_lines(output, 25)));
}

/// Whether the list of exercises may have changed since CMake wrote build.ninja: a newer version was pulled.
bool older_than_the_course(const fs::path& ninja, const fs::path& source_dir) {
    std::error_code error;
    const auto written = fs::last_write_time(ninja, error);
    std::vector<fs::path> files{source_dir / "CMakeLists.txt"};
    for (const auto& entry : fs::directory_iterator(source_dir / "cmake", error)) files.push_back(entry.path());
    return std::any_of(files.begin(), files.end(), [&](const fs::path& file) {
        const auto changed = fs::last_write_time(file, error);
        return !error && changed > written;
    });
}

}  // namespace

void configure(const fs::path& source_dir, const std::string& preset, const std::vector<std::string>& settings) {
    const fs::path folder = build_folder(source_dir, preset);
    claim_build_folder(folder, source_dir);
    const Lock lock = lock_build_folder(folder);
    run_cmake(source_dir, preset, folder, settings);
}

Course open_course(const fs::path& source_dir, const std::string& preset) {
    const fs::path folder = build_folder(source_dir, preset);
    if (can_be_configured(source_dir) &&
        (!is_configured(folder) || older_than_the_course(folder / "build.ninja", source_dir))) {
        configure(source_dir, preset);
    }
    return read_course(folder);
}

bool can_serve(Course& course) {
    const auto found = [&] {
        const auto& all = course.packages;
        return std::find(all.begin(), all.end(), std::pair<std::string, std::string>("cpp-httplib", "")) == all.end();
    };
    if (found()) return true;
    configure(course.source_dir, course.preset);
    course = read_course(course.build_dir);
    return found();
}

void check_room(const fs::path& folder, const std::string& output) {
    for (const std::string& line : lines(output)) {
        const bool is_source = line.starts_with(' ');  // that a compiler quotes
        if (!is_source && line.find("No space left on device") != line.npos) {
            throw SetupError(msg::disk_is_full(line));
        }
    }
    // What failed has often taken away again what it could not end.
    const fs::path probe = folder / (".room-" + std::to_string(::getpid()));
    if (!write_file(probe, std::string(4 << 20, ' '))) throw SetupError(msg::disk_is_full(folder.string()));
    std::error_code error;
    fs::remove(probe, error);
}

std::string last_lines(const std::string& text, std::size_t count) {
    const auto all = lines(text);
    std::string result;
    for (std::size_t i = all.size() > count ? all.size() - count : 0; i < all.size(); ++i) result += "\n  " + all[i];
    return result;
}

std::vector<std::string> ninja_command(const Course& course, const std::vector<std::string>& targets) {
    std::vector<std::string> command{ninja_of(course.build_dir), "-C", course.build_dir.string(), "-k", "0"};
    command.insert(command.end(), targets.begin(), targets.end());
    return command;
}

std::string target_of(const Course& course, const fs::path& file) {
    return file.lexically_relative(course.build_dir).generic_string();
}

namespace {

/// What ninja and the programs that it started said and did.
BuildResult run_ninja(const Course& course, const std::vector<std::string>& targets, const Message& long_build,
                      Progress& progress) {
    BuildResult result;
    std::string line;
    bool told = false;
    Process ninja;
    ninja.command = ninja_command(course, targets);
    ninja.environment = environment;
    ninja.on_output = [&](std::string_view text) {
        result.output += text;
        for (const char c : text) {
            if (c != '\n') {
                line += c;
                continue;
            }
            if (line.starts_with("[") && line.find('/') < line.find(']')) {
                const int total = std::atoi(line.c_str() + line.find('/') + 1);
                if (!told && total >= 8) {
                    progress.clear();
                    warn(long_build());
                    told = true;
                }
                progress.show(step_text(line));
            }
            line.clear();
        }
    };
    const Ended ended = run(ninja);
    check_programs(ended);
    result.seconds = ended.seconds;
    result.ok = ended.exit_code == 0;
    result.failed = failed_steps(result.output);
    return result;
}

/// ninja that ends badly without a failed step did not build at all, nor did it where CMake had to run again and failed: then
/// nothing in the folder can be trusted.
bool could_not_run(const BuildResult& result) {
    bool cmake_failed = false;
    for (const FailedStep& step : result.failed) cmake_failed = cmake_failed || step.output.ends_with("build.ninja");
    return !result.ok && (result.failed.empty() || cmake_failed);
}

/// A library of the system's that was removed since: ninja knows a file that nobody makes.
std::string gone_library(const BuildResult& result) {
    static const std::regex told(R"(ninja: error: '(/[^']+\.(?:so|a|dylib))', needed by '[^']+', missing)");
    std::smatch found;
    return std::regex_search(result.output, found, told) ? found[1].str() : std::string();
}

/// Removes what was made but is not there to its end, so that it is made again; ninja asks for times alone. True where there was
/// something.
bool removed_damaged(const Course& course, const std::vector<std::string>& targets, const BuildResult& result) {
    std::vector<fs::path> suspects;
    std::error_code error;
    bool linking_failed = false;
    for (const FailedStep& step : result.failed) {
        linking_failed = linking_failed || !step.output.ends_with(".o");
    }
    if (result.ok) {
        for (const std::string& target : targets) suspects.push_back(course.build_dir / target);
    } else if (linking_failed) {
        for (const auto& entry : fs::recursive_directory_iterator(course.build_dir, error)) {
            const fs::path kind = entry.path().extension();
            if (kind == ".o" || kind == ".a" || kind == ".so") suspects.push_back(entry.path());
        }
    }
    bool removed = false;
    for (const fs::path& file : suspects) {
        if (fs::is_regular_file(file, error) && !is_whole(file)) removed = fs::remove(file, error) || removed;
    }
    return removed;
}

}  // namespace

BuildResult build(const Course& course, const std::vector<std::string>& targets, const Message& long_build,
                  const OwnPart& own) {
    BuildResult result;
    if (targets.empty()) return result;
    const Lock lock = lock_build_folder(course.build_dir);
    Progress progress;
    progress.show(msg::building_starts());
    for (const OwnFile* file : own.files) place_copy(course, *file);
    result = run_ninja(course, targets, long_build, progress);
    bool again = removed_damaged(course, targets, result);
    if (could_not_run(result) && can_be_configured(course.source_dir)) {
        progress.clear();
        check_room(course.build_dir, result.output);
        run_cmake(course.source_dir, course.preset, course.build_dir);
        again = true;
    }
    if (again) {
        const double seconds = result.seconds;
        result = run_ninja(course, targets, long_build, progress);
        result.seconds += seconds;
    }
    if (!result.ok) {
        progress.clear();
        check_room(course.build_dir, result.output);
    }
    if (const std::string library = gone_library(result); !library.empty())
        throw SetupError(msg::library_gone(library));
    if (could_not_run(result)) throw SetupError(msg::build_failed(last_lines(result.output, 25)));
    if (own.when_built) own.when_built();
    return result;
}

}  // namespace learn
