#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "course/course.hpp"
#include "course/own_file.hpp"
#include "grading/compile_log.hpp"
#include "messages.hpp"

namespace learn {

struct BuildResult {
    bool ok = true;
    double seconds = 0;
    std::vector<FailedStep> failed;
    std::string output;  // all that ninja and the compilers said
};

/// Where the course's build folders are: build/<preset>, or TINY_LLM_BUILD_DIR for the preset learn.
fs::path build_folder(const fs::path& source_dir, const std::string& preset);

/// Throws SetupError where the folder, which TINY_LLM_BUILD_DIR may have named, holds something else; makes it ours otherwise.
void claim_build_folder(const fs::path& folder, const fs::path& source_dir);

/// Throws SetupError where that is why it could not configure: an old one takes a preset's name for a folder.
void require_new_cmake(const fs::path& source_dir);

/// Configures a preset where that was not done yet, or not since the course has changed, and reads its course.json.
Course open_course(const fs::path& source_dir, const std::string& preset);

/// Runs CMake's configuration. Throws SetupError with what CMake said.
void configure(const fs::path& source_dir, const std::string& preset, const std::vector<std::string>& settings = {});

/// Whether the server's library is there. Where CMake did not find it, it looks again: it may have been installed since.
bool can_serve(Course& course);

/// What is the learner's in a build.
struct OwnPart {
    std::vector<const OwnFile*> files;  // that are compiled, as they were read
    std::function<void()> when_built;   // called while nobody else can build
};

/// Builds the targets, as many as can be built: names, or files in the build folder. What lies there damaged is built anew.
/// `long_build` is said once where there is much to do. Throws SetupError when not even the build could be run.
BuildResult build(const Course& course, const std::vector<std::string>& targets,
                  const Message& long_build = msg::first_build, const OwnPart& own = {});

/// How ninja is called to build as many of the targets as can be built.
std::vector<std::string> ninja_command(const Course& course, const std::vector<std::string>& targets);

/// A file in the build folder as the target that makes it.
std::string target_of(const Course& course, const fs::path& file);

/// To be asked after a failure: throws SetupError where it is the disk's, so that it becomes nobody's verdict. `output` is
/// what the failed program said: compilers write in /tmp, too.
void check_room(const fs::path& folder, const std::string& output);

/// The last lines of what a program said, indented, each on a line of its own.
std::string last_lines(const std::string& text, std::size_t count);

}  // namespace learn
