#include "grading/compile_error.hpp"

namespace learn {

Grade compile_error(const Course& course, const Exercise& exercise, const OwnFile& file, const std::string& log) {
    Grade grade;
    grade.id = exercise.id;
    grade.chapter = exercise.chapter;
    grade.file = exercise.file;
    grade.status = Status::compile_error;
    grade.trouble = file.trouble;
    if (!file.usable) return grade;
    std::error_code error;
    const fs::path path = course.build_dir / "logs" / (exercise.id + ".log");
    fs::create_directories(path.parent_path(), error);
    if (write_file(path, log)) grade.log = shown(path, course.source_dir);
    grade.error = first_error(log, exercise.file);
    const fs::path own = course.source_dir / exercise.file;
    const bool here = grade.error.file.empty() || fs::equivalent(grade.error.file, own, error);
    if (here) grade.fixes = compile_fixes(grade.error, file.text);
    grade.error.file = grade.error.file.empty() ? "" : shown(grade.error.file, course.source_dir);
    return grade;
}

}  // namespace learn
