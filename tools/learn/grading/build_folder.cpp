#include <cctype>

#include "grading/build.hpp"
#include "messages.hpp"
#include "system/errors.hpp"
#include "system/process.hpp"
#include "terminal/text.hpp"

namespace learn {
namespace {

/// The launcher writes it too, and nobody else does.
constexpr const char* mark_of_ours = ".learn-built";

bool is_configured_for(const fs::path& folder, const fs::path& source_dir) {
    const std::string home = "CMAKE_HOME_DIRECTORY:INTERNAL=" + source_dir.string();
    for (const std::string& line : lines(read_file(folder / "CMakeCache.txt").value_or(""))) {
        if (line == home) return true;
    }
    return false;
}

/// {3, 22, 1} of the first number behind `word`; empty where there is none.
std::vector<int> version_behind(const std::string& word, const std::string& text) {
    std::vector<int> numbers;
    const std::size_t at = text.find(word);
    if (at == text.npos) return numbers;
    for (std::size_t i = at + word.size(); i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])); ++i) {
        numbers.push_back(0);
        for (; i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])); ++i) {
            numbers.back() = numbers.back() * 10 + (text[i] - '0');
        }
        if (i >= text.size() || text[i] != '.') break;
    }
    return numbers;
}

std::string dotted(const std::vector<int>& version) {
    std::string text;
    for (const int number : version) text += (text.empty() ? "" : ".") + std::to_string(number);
    return text;
}

}  // namespace

void require_new_cmake(const fs::path& source_dir) {
    const std::string course = read_file(source_dir / "CMakeLists.txt").value_or("");
    std::string said;
    Process cmake;
    cmake.command = {"cmake", "--version"};
    cmake.on_output = [&](std::string_view text) { said += text; };
    run(cmake);
    const auto needed = version_behind("cmake_minimum_required(VERSION ", course);
    const auto there = version_behind("cmake version ", said);
    if (!there.empty() && there < needed) throw SetupError(msg::cmake_too_old(dotted(there), dotted(needed)));
}

void claim_build_folder(const fs::path& folder, const fs::path& source_dir) {
    std::error_code error;
    const bool ours = folder.parent_path() == source_dir / "build" || fs::exists(folder / mark_of_ours, error) ||
                      is_configured_for(folder, source_dir);
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const fs::path name = entry.path().filename();
        const bool of_a_failed_start = name == "logs" || name == ".lock";
        if (!ours && !of_a_failed_start) throw SetupError(msg::build_folder_not_ours(folder.string()));
    }
    fs::create_directories(folder, error);
    if (!fs::exists(folder / mark_of_ours, error)) write_file(folder / mark_of_ours, "");
}

}  // namespace learn
