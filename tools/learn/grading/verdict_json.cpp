#include "grading/verdict_json.hpp"

#include <algorithm>
#include <cmath>

#include "course/docs.hpp"
#include "course/own_file.hpp"
#include "tools/json/json.hpp"

namespace learn {
namespace {

double rounded(double seconds) { return std::round(seconds * 1000) / 1000; }

tools::Json value_of(const Grade& grade) {
    tools::Json value{{"id", grade.id}, {"chapter", grade.chapter}, {"status", name(grade.status)}};
    value["tests"] = tools::Json::array();
    for (const TestVerdict& t : grade.tests) value["tests"].push_back({{"name", t.name}, {"status", name(t.status)}});
    value["diagnoses"] = tools::Json::array();
    for (const Diagnosis& d : grade.diagnoses) value["diagnoses"].push_back({{"id", d.id}, {"text", d.text}});
    value["symptoms"] = tools::Json::array();
    for (const Diagnosis& s : grade.symptoms) value["symptoms"].push_back({{"id", s.id}, {"text", s.text}});
    value["build_seconds"] = rounded(grade.build_seconds);
    value["run_seconds"] = rounded(grade.seconds);
    value["file"] = grade.file;
    if (grade.status == Status::compile_error) {
        const std::string text = grade.trouble.empty() ? grade.error.text : grade.trouble;
        value["error"] = {{"file", grade.error.file.empty() ? grade.file : grade.error.file},
                          {"line", grade.error.line},
                          {"text", text}};
        value["fixes"] = tools::Json::array();
        for (const CompileFix& fix : grade.fixes) value["fixes"].push_back({{"id", fix.id}, {"text", fix.text}});
        if (!grade.log.empty()) value["log"] = grade.log;
    }
    if (grade.status == Status::blocked) value["blocked_by"] = grade.blocked_by;
    if (!grade.todos.empty()) value["todo"] = {{"file", grade.todos[0].file}, {"line", grade.todos[0].line}};
    if (const Report* r = smallest_report(grade)) value["report"] = {{"test", r->test}, {"text", r->text}};
    if (!grade.ended_in.empty()) value["ended_in"] = grade.ended_in;
    if (!grade.crash.empty()) value["crash"] = grade.crash;
    for (const SourceError& w : grade.warnings) {
        value["warnings"].push_back({{"file", w.file}, {"line", w.line}, {"text", w.text}});
    }
    if (!grade.sanitizer.empty()) value["sanitizer"] = grade.sanitizer;
    if (grade.medal) value["medal"] = grade.medal->empty() ? tools::Json() : tools::Json(*grade.medal);
    if (!grade.notes.empty()) value["notes"] = grade.notes;
    return value;
}

}  // namespace

std::string grade_json(const Grade& grade) { return tools::json_text(value_of(grade)); }

std::string verify_json(const std::vector<Grade>& grades) {
    tools::Json value{{"exercises", tools::Json::array()}};
    for (const Grade& g : grades) value["exercises"].push_back(value_of(g));
    value["passed"] =
        std::count_if(grades.begin(), grades.end(), [](const Grade& g) { return g.status == Status::passed; });
    value["total"] = grades.size();
    return tools::json_text(value);
}

std::string list_json(const Course& course, const State& state) {
    tools::Json value = tools::Json::array();
    const Exercise* current = state.current_exercise(course);
    for (const Exercise& e : course.exercises) {
        value.push_back({{"id", e.id},
                         {"chapter", e.chapter},
                         {"title", title_of(course, e)},
                         {"status", name(state.entry(e.id).status)},
                         {"new", state.is_new(e)},
                         {"current", current == &e},
                         {"changed", changed_since(course, e, state.entry(e.id))},
                         {"side_road", course.is_side_road(e)}});
    }
    return tools::json_text(value);
}

std::string error_json(const std::string& text) { return tools::json_text(tools::Json{{"error", text}}); }

}  // namespace learn
