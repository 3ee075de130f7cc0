#include "course/course.hpp"

#include <algorithm>

#include "messages.hpp"
#include "system/errors.hpp"
#include "tools/json/json.hpp"

namespace learn {
namespace {

std::string text_or_empty(const tools::Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Exercise exercise_from(const tools::Json& object) {
    Exercise e;
    e.id = object.at("id");
    e.chapter = object.at("chapter");
    e.needs = object.at("needs").get<std::vector<std::string>>();
    e.twin = text_or_empty(object, "twin");
    e.plot = object.value("plot", false);
    e.file = object.at("file");
    e.contract = object.at("contract");
    e.solution = object.at("solution");
    e.stub = object.at("tests").get<std::string>() + "/stub.cpp";
    return e;
}

}  // namespace

const Exercise* Course::find(const std::string& id) const {
    for (const Exercise& e : exercises) {
        if (e.id == id) return &e;
    }
    return nullptr;
}

std::vector<std::string> Course::ids() const {
    std::vector<std::string> result;
    for (const Exercise& e : exercises) result.push_back(e.id);
    return result;
}

bool Course::is_side_road(const Exercise& exercise) const {
    return !needed.empty() && std::find(needed.begin(), needed.end(), exercise.id) == needed.end();
}

fs::path Course::answer(const std::string& id, const std::string& whose) const {
    return build_dir / "answers" / whose / (id + ".so");
}

std::string answer_target(const std::string& id, const std::string& whose) {
    std::string target = id + "_" + whose;
    std::replace(target.begin(), target.end(), '-', '_');
    return target;
}

Course read_course(const fs::path& build_dir) {
    const fs::path path = build_dir / "course.json";
    const auto text = read_file(path);
    if (!text) throw SetupError(msg::no_course(path.string()));
    try {
        const auto json = tools::parse_json(*text);
        Course course;
        course.source_dir = json.at("source_dir").get<std::string>();
        course.build_dir = build_dir;
        course.preset = text_or_empty(json, "preset");
        if (json.contains("compiler")) {
            course.compiler_id = text_or_empty(json["compiler"], "id");
            course.compiler_version = text_or_empty(json["compiler"], "version");
            course.compiler_path = text_or_empty(json["compiler"], "path");
        }
        if (json.contains("packages")) {
            for (const auto& [name, version] : json["packages"].items()) course.packages.emplace_back(name, version);
        }
        if (json.contains("blas")) course.blas = json["blas"].get<std::vector<std::string>>();
        if (json.contains("parts")) course.parts = json["parts"].get<std::vector<std::string>>();
        course.needed = json.value("needed", std::vector<std::string>());
        course.speed = json.value("speed", std::vector<std::string>());
        course.graders_dir = json.value("graders_dir", build_dir.string());
        bool good = true;
        for (const auto& object : json.at("exercises")) {
            const Exercise e = exercise_from(object);
            for (const std::string& need : e.needs) good = good && course.find(need);
            good = good && !course.find(e.id);
            course.exercises.push_back(e);
        }
        if (!good) throw SetupError(msg::bad_course(path.string()));
        return course;
    } catch (const tools::Json::exception&) {
        throw SetupError(msg::bad_course(path.string()));
    }
}

}  // namespace learn
