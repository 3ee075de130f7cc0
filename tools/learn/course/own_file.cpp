#include "course/own_file.hpp"

#include <algorithm>

#include "messages.hpp"
#include "terminal/text.hpp"

namespace learn {
namespace {

constexpr std::size_t most_text = 1 << 20;  // bytes; the longest solution has a hundredth of it

/// The names in quotes of a text's #include lines, also of those in comments.
std::vector<std::string> quoted_includes(const std::string& text) {
    std::vector<std::string> names;
    for (std::size_t at = 0; (at = text.find("include", at)) != text.npos;) {
        const std::size_t hash = at == 0 ? text.npos : text.find_last_not_of(" \t", at - 1);
        const std::size_t quote = text.find_first_not_of(" \t", at += 7);
        if (hash == text.npos || text[hash] != '#' || quote == text.npos || text[quote] != '"') continue;
        const std::size_t end = text.find_first_of("\"\n", quote + 1);
        if (end != text.npos && text[end] == '"') names.push_back(text.substr(quote + 1, end - quote - 1));
    }
    return names;
}

/// Contracts are the course's, and found by what it tells the compiler.
bool is_contract(const Course& course, const std::string& path) {
    return std::any_of(course.exercises.begin(), course.exercises.end(),
                       [&](const Exercise& e) { return e.contract == path; });
}

void read_beside(const Course& course, const fs::path& from, const std::string& text, OwnFile& file) {
    for (const std::string& name : quoted_includes(text)) {
        const std::string path = (from.parent_path() / name).lexically_normal().string();
        if (path.starts_with("/") || path.starts_with("..") || file.beside.count(path) || is_contract(course, path))
            continue;
        const auto content = read_file(course.source_dir / path, most_text + 1);
        if (!content || content->size() > most_text) continue;
        file.beside[path] = *content;
        read_beside(course, path, *content, file);
    }
}

}  // namespace

OwnFile inspect(const Course& course, const Exercise& exercise) {
    OwnFile file;
    file.id = exercise.id;
    file.fingerprint = fingerprint("");
    const auto unusable = [&](const std::string& why) {
        file.usable = false;
        file.trouble = why;
        return file;
    };
    const fs::path path = course.source_dir / exercise.file;
    std::error_code error;
    const bool link = fs::is_symlink(path, error);
    if (link && !fs::is_regular_file(path, error)) return unusable(msg::file_is_link(exercise.file, exercise.id));
    const bool there = fs::exists(path, error);
    if (error) return unusable(msg::file_unreadable(exercise.file));  // its folder is closed
    if (!there) return unusable(msg::file_missing(exercise.file, exercise.id));
    if (fs::is_directory(path, error)) return unusable(msg::file_is_folder(exercise.file, exercise.id));
    if (!fs::is_regular_file(path, error)) return unusable(msg::file_not_regular(exercise.file, exercise.id));
    const auto text = read_file(path, most_text + 1);
    if (!text) return unusable(msg::file_unreadable(exercise.file));
    file.text = *text;
    file.fingerprint = fingerprint(*text);
    if (text->size() > most_text) return unusable(msg::file_too_large(exercise.file, exercise.id));
    if (trim(*text).empty()) return unusable(msg::file_empty(exercise.file, exercise.id));
    read_beside(course, exercise.file, *text, file);
    if (!file.beside.empty()) {
        std::string all = *text;
        for (const auto& [name, content] : file.beside) all += '\0' + name + '\0' + content;
        file.fingerprint = fingerprint(all);
    }
    if (!is_utf8(*text)) file.trouble = file.note = msg::file_not_utf8(exercise.file);
    if (link) file.note = msg::file_links_on(exercise.file, harmless_line(fs::read_symlink(path, error).string()));
    return file;
}

bool changed_since(const Course& course, const Exercise& exercise, const State::Entry& entry) {
    if (entry.status == Status::unsolved) return false;
    if (entry.status != Status::passed && entry.graded_file.empty()) return false;  // as an older runner has left it
    return inspect(course, exercise).fingerprint != entry.graded_file;
}

}  // namespace learn
