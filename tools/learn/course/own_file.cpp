#include "course/own_file.hpp"

#include "messages.hpp"
#include "terminal/text.hpp"

namespace learn {

OwnFile inspect(const Course& course, const Exercise& exercise) {
    const fs::path path = course.source_dir / exercise.file;
    std::error_code error;
    const bool link = fs::is_symlink(path, error);
    if (link && !fs::is_regular_file(path, error)) return {false, msg::file_is_link(exercise.file, exercise.id), ""};
    const bool there = fs::exists(path, error);
    if (error) return {false, msg::file_unreadable(exercise.file), ""};  // its folder is closed
    if (!there) return {false, msg::file_missing(exercise.file, exercise.id), ""};
    if (fs::is_directory(path, error)) return {false, msg::file_is_folder(exercise.file, exercise.id), ""};
    if (!fs::is_regular_file(path, error)) return {false, msg::file_not_regular(exercise.file, exercise.id), ""};
    const auto text = read_file(path);
    if (!text) return {false, msg::file_unreadable(exercise.file), ""};
    OwnFile file;
    if (trim(*text).empty()) return {false, msg::file_empty(exercise.file, exercise.id), ""};
    if (!is_utf8(*text)) file.trouble = file.note = msg::file_not_utf8(exercise.file);
    if (link) file.note = msg::file_links_on(exercise.file, fs::read_symlink(path, error).string());
    return file;
}

bool changed_since(const Course& course, const Exercise& exercise, const State::Entry& entry) {
    if (entry.status == Status::unsolved) return false;
    if (entry.status != Status::passed && entry.graded_file.empty()) return false;  // as an older runner has left it
    return fingerprint(read_file(course.source_dir / exercise.file).value_or("")) != entry.graded_file;
}

}  // namespace learn
