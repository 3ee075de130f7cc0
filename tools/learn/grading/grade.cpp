#include "grading/grade.hpp"

#include <algorithm>

#include "grading/compile_error.hpp"
#include "grading/traps.hpp"
#include "messages.hpp"
#include "terminal/progress.hpp"
#include "terminal/text.hpp"

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

std::set<std::string> question_targets(const Course& course, const Exercise& exercise) {
    return {target_of(course, course.test(exercise.id)), target_of(course, course.call(exercise.id))};
}

std::string mistakes_target(const std::string& id) { return "mistakes/" + id + ".so"; }

void Grader::note_failures(const BuildResult& result) {
    attempt_.seconds += result.seconds;
    for (const FailedStep& step : result.failed) {
        const Exercise* owner = nullptr;
        for (const Exercise& e : course_.exercises) {
            const bool compiles = step.output.find("/" + answer_target(e.id, "yours") + ".dir/") != step.output.npos;
            if (compiles || step.output.ends_with("answers/yours/" + e.id + ".so")) owner = &e;
        }
        if (!owner) {
            attempt_.common += step.text;
            continue;
        }
        attempt_.logs[owner->id] += step.text;
        attempt_.broken.insert(owner->id);
    }
}

std::vector<std::string> Grader::broken_needs(const Exercise& exercise) const {
    std::vector<std::string> result;
    for (const std::string& need : exercise.needs) {
        if (contains(attempt_.broken, need)) result.push_back(need);
    }
    return result;
}

const OwnFile& Grader::own_file(const std::string& id) {
    const auto found = files_.find(id);
    return found != files_.end() ? found->second : files_[id] = inspect(course_, *course_.find(id));
}

std::vector<std::string> Grader::changed_meanwhile() const {
    std::vector<std::string> result;
    for (const auto& [id, file] : files_) {
        const Exercise& exercise = *course_.find(id);
        if (inspect(course_, exercise).fingerprint != file.fingerprint) result.push_back(exercise.file);
    }
    return result;
}

/// A second name for the library, which stays with what it is the name of.
void Grader::keep(const std::string& id) {
    if (!kept_) kept_.emplace(course_, "answers");
    const fs::path built = course_.answer(id, "yours"), kept = kept_->path() / built.filename();
    std::error_code error;
    fs::remove(kept, error);
    fs::create_hard_link(built, kept, error);
    if (error) fs::copy_file(built, kept, error);
}

void Grader::build_given(const std::vector<std::string>& ids) {
    std::vector<std::string> targets;
    targets.reserve(ids.size());
    for (const std::string& id : ids) targets.push_back(target_of(course_, course_.answer(id, "given")));
    if (course_.builds_graders()) note_failures(build(course_, targets));
}

void Grader::build_answers(const std::vector<const Exercise*>& exercises, bool with_mistakes) {
    std::set<std::string> targets, ids;
    for (const Exercise* e : exercises) {
        if (!tried_.insert(e->id).second) continue;
        std::vector<std::string> all{e->needs};
        all.push_back(e->id);
        for (const std::string& id : all) {
            // A file that is not there would stop ninja before it begins.
            if (own_file(id).usable) ids.insert(id);
            else attempt_.broken.insert(id);
        }
        if (!course_.builds_graders() || contains(attempt_.broken, e->id)) continue;
        targets.merge(question_targets(course_, *e));
        if (with_mistakes) targets.insert({mistakes_target(e->id), explaining_target});
    }
    OwnPart own;
    for (const std::string& id : ids) {
        targets.insert(target_of(course_, course_.answer(id, "yours")));
        own.files.push_back(&own_file(id));
    }
    own.when_built = [&] {
        for (const std::string& id : ids) keep(id);
    };
    const BuildResult result = build(course_, {targets.begin(), targets.end()}, msg::first_build, own);
    note_failures(result);
    for (const Exercise* e : exercises) keep_warnings(*e, result);
    std::set<std::string> missing;
    for (const Exercise* e : exercises) {
        if (contains(attempt_.broken, e->id)) continue;
        for (const std::string& need : broken_needs(*e)) missing.insert(need);
    }
    build_given({missing.begin(), missing.end()});
}

/// ninja tells them only when it compiles, so they are kept beside what is built, with the file's fingerprint.
void Grader::keep_warnings(const Exercise& exercise, const BuildResult& result) const {
    const std::string told = output_of_step(result.output, "/" + answer_target(exercise.id, "yours") + ".dir/");
    if (told.empty()) return;
    std::error_code error;
    fs::create_directories(warnings_file(exercise).parent_path(), error);
    write_file(warnings_file(exercise), files_.at(exercise.id).fingerprint + "\n" + told);
}

std::vector<SourceError> Grader::kept_warnings(const Exercise& exercise) const {
    const std::string kept = read_file(warnings_file(exercise)).value_or("");
    if (!kept.starts_with(files_.at(exercise.id).fingerprint + "\n")) return {};  // of what the file was before
    std::vector<SourceError> result = warnings_of(kept, exercise.file);
    for (SourceError& warning : result) warning.file = shown(warning.file, course_.source_dir);
    return result;
}

fs::path Grader::warnings_file(const Exercise& exercise) const {
    return course_.build_dir / "logs" / (exercise.id + ".warnings");
}

Answering Grader::answering(const Exercise& exercise, bool all_given) const {
    const auto yours = [&](const std::string& id) { return kept_->path() / (id + ".so"); };
    Answering result{yours(exercise.id), "", {}};
    for (const std::string& need : exercise.needs) {
        const bool given = all_given || contains(attempt_.broken, need);
        result.needs.push_back(given ? course_.graders_dir / "answers/given" / (need + ".so") : yours(need));
    }
    return result;
}

/// Also where what it needs lacks a function: then it is asked with the given ones.
Grade Grader::run(const Exercise& exercise) {
    Progress progress;
    progress.show(msg::running(exercise.id));
    Grade grade;
    static_cast<RunVerdict&>(grade) = ask(course_, exercise, answering(exercise, false));
    if (!grade.unloadable.empty() && !exercise.needs.empty()) {
        build_given(exercise.needs);
        static_cast<RunVerdict&>(grade) = ask(course_, exercise, answering(exercise, true));
        if (grade.unloadable.empty()) grade.status = Status::blocked;
    }
    if (!grade.unloadable.empty())
        return compile_error(course_, exercise, own_file(exercise.id),
                             exercise.file + ": " + grade.why_unloadable + "\n");
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
    if (grade.status == Status::blocked) grade.calls.clear();
    return grade;
}

const Grade& Grader::own_grade(const Exercise& exercise) {
    if (const auto found = own_.find(exercise.id); found != own_.end()) return found->second;
    Grade grade;
    const std::vector<std::string> broken = broken_needs(exercise);
    if (contains(attempt_.broken, exercise.id)) {
        grade = compile_error(course_, exercise, own_file(exercise.id), attempt_.logs[exercise.id]);
    } else if (!attempt_.common.empty()) {
        grade = compile_error(course_, exercise, own_file(exercise.id), attempt_.common);
    } else if (only_statuses_ && is_stub(exercise)) {
        grade.status = Status::unsolved;
    } else {
        grade = run(exercise);
        if (!broken.empty()) {  // it compiles, but something that it needs does not
            if (grade.status != Status::unsolved && grade.status != Status::compile_error)
                grade.status = Status::blocked;
            grade.blocked_by = broken;
        }
    }
    grade.id = exercise.id;
    grade.chapter = exercise.chapter;
    grade.file = exercise.file;
    grade.fingerprint = own_file(exercise.id).fingerprint;
    grade.build_seconds = attempt_.seconds;
    if (const std::string& note = own_file(exercise.id).note; !note.empty() && grade.trouble.empty()) {
        grade.notes.push_back(note);
    }
    if (grade.given_up) {
        const auto left = std::count_if(grade.tests.begin(), grade.tests.end(),
                                        [](const TestVerdict& t) { return t.status == Status::not_run; });
        grade.notes.push_back(msg::given_up(seconds_text(grade.seconds), std::to_string(left)));
    }
    // Beside an error they are often its consequence.
    if (grade.status != Status::passed && grade.status != Status::compile_error)
        grade.warnings = kept_warnings(exercise);
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
        grade.calls.clear();
        grade.status = Status::blocked;
        grade.blocked_by = guilty;
    }
    return grade;
}

bool Grader::is_stub(const Exercise& exercise) {
    const OwnFile& file = own_file(exercise.id);
    return file.usable && file.text == read_file(course_.source_dir / exercise.stub);
}

Grade Grader::check(const Exercise& exercise) {
    // With what explains a failure, so that nothing has to be built then; but of a stub there is nothing to explain.
    build_answers({&exercise}, !is_stub(exercise));
    Grade own = own_grade(exercise);
    const bool decided =
        own.status == Status::passed || own.status == Status::compile_error || own.status == Status::unsolved;
    if (decided || exercise.needs.empty()) return own;
    std::vector<const Exercise*> needed;
    for (const std::string& need : exercise.needs) needed.push_back(course_.find(need));
    build_answers(needed);
    return with_needs(exercise);
}

void Grader::explain(Grade& grade) {
    explain_by_mistakes(grade);
    const std::string& source = own_file(grade.id).text;
    if (grade.diagnoses.size() == 1 && grade.diagnoses[0].id == "kept-from-call-to-call") {
        if (const auto found = static_scratch(source))
            grade.diagnoses = {*found};  // which one it is that keeps something
    }
    if (!grade.diagnoses.empty()) return;
    if (grade.status == Status::timed_out) {
        if (const auto found = lazy_reduction(source)) grade.diagnoses.push_back(*found);
    }
    if (grade.status != Status::failed && grade.status != Status::crashed) return;
    for (const auto trap : {dangling_expression, static_scratch}) {
        if (const auto found = trap(source)) grade.diagnoses.push_back(*found);
    }
    const bool without_rows = std::any_of(grade.symptoms.begin(), grade.symptoms.end(),
                                          [](const Diagnosis& symptom) { return symptom.id == "zero-rows"; });
    if (grade.status != Status::crashed || !without_rows) return;
    if (const auto found = dot_of_no_rows(source)) grade.diagnoses.push_back(*found);
}

void Grader::explain_by_mistakes(Grade& grade) {
    if (grade.calls.empty()) return;
    Progress progress;
    progress.show(msg::explaining());
    const Exercise& exercise = *course_.find(grade.id);
    if (course_.builds_graders() && is_stub(exercise)) build(course_, {mistakes_target(exercise.id)}, msg::explaining);
    learn::explain(course_, exercise, answering(exercise, false), grade);
}

std::vector<Grade> Grader::verify(bool only_statuses) {
    only_statuses_ = only_statuses;
    std::vector<const Exercise*> all;
    for (const Exercise& e : course_.exercises) {
        if (!only_statuses || !is_stub(e)) all.push_back(&e);
    }
    build_answers(all);
    std::vector<Grade> grades;
    for (const Exercise& e : course_.exercises) grades.push_back(with_needs(e));
    std::vector<std::string> mistakes;
    for (const Grade& grade : grades) {
        if (!grade.calls.empty()) mistakes.push_back(mistakes_target(grade.id));
    }
    if (course_.builds_graders() && !mistakes.empty()) build(course_, mistakes, msg::explaining);
    for (Grade& grade : grades) explain(grade);
    return grades;
}

}  // namespace learn
