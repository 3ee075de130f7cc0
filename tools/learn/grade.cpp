#include "grade.hpp"

#include <algorithm>

#include "compile_error.hpp"
#include "grader_run.hpp"
#include "messages.hpp"
#include "own_file.hpp"
#include "progress.hpp"
#include "text.hpp"

namespace learn {
namespace {

bool same_file(const fs::path& a, const fs::path& b) {
    std::error_code error;
    return a.lexically_normal() == b.lexically_normal() || fs::equivalent(a, b, error);
}

bool contains(const std::set<std::string>& set, const std::string& key) { return set.count(key) != 0; }

/// What a sanitizer found, and where in the learner's file: its own lines are far too long for a terminal.
std::vector<std::string> sanitizer_lines(const std::string& output, const std::string& own) {
    std::vector<std::string> result;
    for (const std::string& line : lines(output)) {
        const std::size_t headline = line.find("AddressSanitizer: ");
        const std::size_t undefined = line.find("runtime error: ");
        const std::size_t at = line.find(own + ":");
        std::string found;
        if (headline != line.npos && line.find("ERROR:") < headline) {
            found = line.substr(headline, line.find(" on ", headline) - headline);
        } else if (undefined != line.npos) {  // in a library's header where it is not `own`; who called follows
            found = line.substr(at != line.npos ? at : undefined);
        } else if (at != line.npos && trim(line).starts_with("#")) {
            found = line.substr(at);
        }
        const bool known = std::find(result.begin(), result.end(), found) != result.end();
        if (!found.empty() && !known && result.size() < 6) result.push_back(found);
    }
    return result;
}

}  // namespace

const Exercise* Grader::owner_of(const std::string& output) const {
    for (const Exercise& e : course_.exercises) {
        for (const std::string& target : {e.answer_target, e.test_target, e.given_test_target, e.id + "_grader"}) {
            if (!target.empty() && output.find("/" + target + ".dir/") != output.npos) return &e;
        }
        if (output.ends_with(e.test) || (!e.given_test.empty() && output.ends_with(e.given_test))) return &e;
    }
    return nullptr;
}

void Grader::note_failures(const BuildResult& result) {
    attempt_.seconds += result.seconds;
    for (const FailedStep& step : result.failed) {
        const Exercise* e = owner_of(step.output);
        if (!e) {
            attempt_.common += step.text;
            continue;
        }
        attempt_.logs[e->id] += step.text;
        const bool own = step.output.find("/" + e->answer_target + ".dir/") != step.output.npos;
        (own ? attempt_.broken : attempt_.unlinked).insert(e->id);
        // What an older build has left must never be run.
        std::error_code error;
        if (!own) fs::remove(course_.build_dir / e->test, error);
        if (!own && !e->given_test.empty()) fs::remove(course_.build_dir / e->given_test, error);
    }
}

std::vector<std::string> Grader::broken_needs(const Exercise& exercise) const {
    std::vector<std::string> result;
    for (const std::string& need : exercise.needs) {
        if (contains(attempt_.broken, need)) result.push_back(need);
    }
    return result;
}

void Grader::build_tests(const std::vector<const Exercise*>& exercises) {
    std::vector<std::string> targets;
    for (const Exercise* e : exercises) {
        if (!tried_.insert(e->id).second) continue;
        std::vector<std::string> all{e->needs};
        all.push_back(e->id);
        for (const std::string& id : all) {
            if (!inspect(course_, *course_.find(id)).usable) attempt_.broken.insert(id);
        }
        if (contains(attempt_.broken, e->id)) continue;
        fingerprints_[e->id] = fingerprint(read_file(course_.source_dir / e->file).value_or(""));
        // A file that is not there would stop ninja before it begins.
        const bool buildable = broken_needs(*e).empty();
        if (buildable || !e->given_test_target.empty())
            targets.push_back(buildable ? e->test_target : e->given_test_target);
    }
    note_failures(build(course_, targets));

    // Those that cannot be linked because of another one's file are tried again with the solutions of what they need.
    std::vector<std::string> given;
    for (const Exercise* e : exercises) {
        if (e->given_test_target.empty() || contains(attempt_.broken, e->id)) continue;
        if (broken_needs(*e).empty() && !contains(attempt_.unlinked, e->id)) continue;
        if (std::find(targets.begin(), targets.end(), e->given_test_target) != targets.end()) continue;
        given.push_back(e->given_test_target);
        attempt_.unlinked.erase(e->id);
    }
    if (!given.empty()) note_failures(build(course_, given));
}

Grade Grader::run(const Exercise& exercise, const std::string& program) {
    Progress progress;
    progress.show(msg::running(exercise.id));
    Grade grade;
    static_cast<RunVerdict&>(grade) = run_grader(course_, exercise.id, program);
    grade.sanitizer = sanitizer_lines(grade.output, exercise.file);
    std::vector<Place> own;
    for (const Place& todo : grade.todos) {
        const Exercise* other = nullptr;
        for (const std::string& need : exercise.needs) {
            const Exercise* e = course_.find(need);
            if (same_file(todo.file, course_.source_dir / e->file)) other = e;
        }
        if (!other) {
            own.push_back({shown(todo.file, course_.source_dir), todo.line});
        } else if (std::find(grade.blocked_by.begin(), grade.blocked_by.end(), other->id) == grade.blocked_by.end()) {
            grade.blocked_by.push_back(other->id);
        }
    }
    grade.todos = own;
    if (!own.empty()) grade.status = Status::unsolved;
    else if (!grade.blocked_by.empty()) grade.status = Status::blocked;
    return grade;
}

const Grade& Grader::own_grade(const Exercise& exercise) {
    if (const auto found = own_.find(exercise.id); found != own_.end()) return found->second;
    Grade grade;
    const std::vector<std::string> broken = broken_needs(exercise);
    std::error_code error;
    const bool given_built = !exercise.given_test.empty() && fs::exists(course_.build_dir / exercise.given_test, error);
    const auto log = attempt_.logs.find(exercise.id);
    if (contains(attempt_.broken, exercise.id)) {
        grade = compile_error(course_, exercise, log == attempt_.logs.end() ? "" : log->second);
    } else if (!attempt_.common.empty() || contains(attempt_.unlinked, exercise.id)) {
        grade = compile_error(course_, exercise, attempt_.common + (log == attempt_.logs.end() ? "" : log->second));
    } else if (!broken.empty() || log != attempt_.logs.end()) {
        // It compiles, but something that it needs does not, or does not define what it should.
        if (given_built) grade = run(exercise, exercise.given_test);
        if (grade.status != Status::unsolved) grade.status = Status::blocked;
        grade.blocked_by = broken;
    } else {
        grade = run(exercise, exercise.test);
    }
    grade.id = exercise.id;
    grade.chapter = exercise.chapter;
    grade.file = exercise.file;
    grade.fingerprint = fingerprints_[exercise.id];
    grade.build_seconds = attempt_.seconds;
    if (const std::string note = inspect(course_, exercise).note; !note.empty() && grade.trouble.empty()) {
        grade.notes.push_back(note);
    }
    return own_[exercise.id] = grade;
}

Grade Grader::with_needs(const Exercise& exercise) {
    Grade grade = own_grade(exercise);
    if (grade.status == Status::passed || grade.status == Status::compile_error || grade.status == Status::unsolved) {
        return grade;
    }
    std::vector<std::string> guilty;
    for (const std::string& need : exercise.needs) {
        if (own_grade(*course_.find(need)).status != Status::passed) guilty.push_back(need);
    }
    if (!guilty.empty()) {
        grade.status = Status::blocked;
        grade.blocked_by = guilty;
    }
    return grade;
}

Grade Grader::check(const Exercise& exercise) {
    build_tests({&exercise});
    Grade own = own_grade(exercise);
    const bool decided =
        own.status == Status::passed || own.status == Status::compile_error || own.status == Status::unsolved;
    if (decided || exercise.needs.empty()) return own;
    std::vector<const Exercise*> needed;
    for (const std::string& need : exercise.needs) needed.push_back(course_.find(need));
    build_tests(needed);
    return with_needs(exercise);
}

std::vector<Grade> Grader::verify() {
    std::vector<const Exercise*> all;
    for (const Exercise& e : course_.exercises) all.push_back(&e);
    build_tests(all);
    std::vector<Grade> grades;
    for (const Exercise& e : course_.exercises) grades.push_back(with_needs(e));
    return grades;
}

}  // namespace learn
