#include "course.hpp"

#include <algorithm>

#include "errors.hpp"
#include "json_value.hpp"
#include "messages.hpp"

namespace learn {
namespace {

std::string text_or_empty(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Exercise exercise_from(const Json& object) {
    Exercise e;
    e.id = object.at("id");
    e.chapter = object.at("chapter");
    e.needs = object.at("needs").get<std::vector<std::string>>();
    if (object.contains("was")) e.was = object["was"].get<std::vector<std::string>>();
    e.file = object.at("file");
    e.contract = object.at("contract");
    e.stub = object.at("stub");
    e.solution = object.at("solution");
    e.answer_target = object.at("answer_target");
    e.test_target = object.at("test_target");
    e.test = object.at("test");
    e.given_test_target = text_or_empty(object, "given_test_target");
    e.given_test = text_or_empty(object, "given_test");
    return e;
}

}  // namespace

const Exercise* Course::find(const std::string& id) const {
    for (const Exercise& e : exercises) {
        if (e.id == id) return &e;
    }
    return nullptr;
}

const Exercise* Course::renamed(const std::string& id) const {
    if (find(id)) return nullptr;
    for (const Exercise& e : exercises) {
        if (std::find(e.was.begin(), e.was.end(), id) != e.was.end()) return &e;
    }
    return nullptr;
}

std::vector<std::string> Course::ids() const {
    std::vector<std::string> result;
    for (const Exercise& e : exercises) result.push_back(e.id);
    return result;
}

Course read_course(const fs::path& build_dir) {
    const fs::path path = build_dir / "course.json";
    const auto text = read_file(path);
    if (!text) throw SetupError(msg::no_course(path.string()));
    try {
        const auto json = parse_json(*text);
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
        for (const auto& object : json.value("speed", Json::array())) {
            course.speed.push_back({object.at("op"), object.at("id"), object.at("twin"), object.at("given_target"),
                                    object.at("yours_target"), object.at("plain_target")});
        }
        bool good = true;
        for (const auto& object : json.at("exercises")) {
            const Exercise e = exercise_from(object);
            for (const std::string& need : e.needs) good = good && course.find(need);
            good = good && !course.find(e.id);
            course.exercises.push_back(e);
        }
        if (!good) throw SetupError(msg::bad_course(path.string()));
        return course;
    } catch (const Json::exception&) {
        throw SetupError(msg::bad_course(path.string()));
    }
}

}  // namespace learn
