#include "learner.hpp"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace {

/// Leaves a file alone that is as it should be, so that what is built stays built.
void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    if (std::ifstream old(path, std::ios::binary); old) {
        std::ostringstream there;
        there << old.rdbuf();
        if (there.str() == text) return;
    }
    std::ofstream(path, std::ios::binary) << text;
}

/// The course's own CMakeLists.txt, without what learners do not write, and with the graders of these tests.
std::string cmake_lists() {
    std::istringstream lines(read("CMakeLists.txt"));
    std::string text;
    for (std::string line; std::getline(lines, line);) {
        if (line == "add_subdirectory(model)" || line == "add_subdirectory(bench/week3)" ||
            line == "add_subdirectory(tools/learn)")
            continue;
        if (line.starts_with("add_part(")) {  // of a part, only that it is on the short road
            if (line.find("SIDE_ROAD") == line.npos) text += "tiny_llm_need(" + line.substr(9) + "\n";
            continue;
        }
        if (line == "enable_testing()") text += "set(TINY_LLM_GRADERS \"" TINY_LLM_BUILD "\")\n";
        text += line + "\n";
    }
    return text;
}

/// The file of an answer: one of the tree, or of a mistake that is planted, as silu/sigmoid.
std::string answer(const std::string& name) {
    if (!read(name).empty()) return read(name);
    const auto slash = name.find('/');
    std::ifstream file(fs::path(TINY_LLM_BUILD) / "planted" / name.substr(0, slash) / "planted.json");
    for (const auto& one : nlohmann::json::parse(file)) {
        if (one.at("id") == name.substr(slash + 1)) return read(one.at("file").get<std::string>());
    }
    throw std::runtime_error("no answer " + name);
}

}  // namespace

Learner::Learner() : folder_(fs::path(TINY_LLM_SCRATCH) / "learner") {
    fs::create_directories(folder_);
    for (const char* name : {"bench", "checks", "cmake", "docs", "grader", "include", "solutions", "tests", "tools",
                             "CMakePresets.json"}) {
        fs::remove(folder_ / name);
        fs::create_symlink(root / name, folder_ / name);
    }
    write(folder_ / "CMakeLists.txt", cmake_lists());
    write(folder_ / "learn",
          "#!/bin/sh\n"
          "# The launcher without installing and building: the runner is there.\n"
          "TINY_LLM_SOURCE_DIR='" +
              folder_.string() + "' exec '" TINY_LLM_RUNNER "' \"$@\"\n");
    fs::permissions(folder_ / "learn", fs::perms::owner_all);
    for (const auto& exercise : exercises()) write(folder_ / exercise.at("contract"), read(exercise.at("contract")));
}

void Learner::put(Files files, const std::map<std::string, std::string>& others) {
    fs::remove_all(folder_ / ".learn");
    for (const auto& exercise : exercises()) {
        const std::string file = exercise.at("file");
        const auto other = others.find(file);
        const std::string from = other != others.end()    ? other->second
                                 : files == Files::solved ? exercise.at("solution").get<std::string>()
                                                          : exercise.at("tests").get<std::string>() + "/stub.cpp";
        write(folder_ / file, answer(from));
    }
}

Learner::Outcome Learner::run(const std::string& command) const {
    const std::string line = "cd '" + folder_.string() +
                             "' && export LC_ALL=C.UTF-8 NO_COLOR=1 && unset TINY_LLM_BUILD_DIR; { " + command +
                             "\n} </dev/null 2>&1";
    FILE* pipe = popen(line.c_str(), "r");
    if (!pipe) throw std::runtime_error("cannot start a shell");
    std::string text;
    std::array<char, 4096> part;
    for (std::size_t n; (n = fread(part.data(), 1, part.size(), pipe)) > 0;) text.append(part.data(), n);
    const int status = pclose(pipe);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), text};
}
