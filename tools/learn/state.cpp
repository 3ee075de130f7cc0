#include "state.hpp"

#include "json_value.hpp"
#include "lock.hpp"
#include "messages.hpp"
#include "terminal.hpp"

namespace learn {
namespace {

constexpr int version = 1;

State state_from(const Json& json, const Course& course) {
    // What a newer or an older version of the course calls otherwise, or does not have, is kept all the same.
    const auto id_now = [&](const std::string& id) {
        const Exercise* renamed = course.renamed(id);
        return renamed ? renamed->id : id;
    };
    State state;
    if (json.at("version") != version) throw std::runtime_error("version");
    state.current = id_now(json.at("current").get<std::string>());
    if (!course.find(state.current)) state.current.clear();
    for (const auto& [id, object] : json.at("exercises").items()) {
        const auto status = status_from(object.at("status").get<std::string>());
        if (!status) throw std::runtime_error("status");
        const Json& hints = object.at("hints");
        if (!hints.is_number_unsigned() || hints > 1000) throw std::runtime_error("hints");
        const State::Entry entry{*status, hints.get<int>(), object.at("ever_passed").get<bool>(),
                                 object.value("passed_file", "")};
        // Where both ids are there, the one of today is the later.
        if (id_now(id) == id) state.exercises[id] = entry;
        else state.exercises.emplace(id_now(id), entry);
    }
    for (const auto& id : json.value("course", Json::array())) state.course.insert(id_now(id.get<std::string>()));
    return state;
}

std::string to_text(const State& state) {
    Json exercises = Json::object();
    for (const auto& [id, entry] : state.exercises) {
        exercises[id] = {{"status", name(entry.status)}, {"hints", entry.hints}, {"ever_passed", entry.ever_passed}};
        if (!entry.passed_file.empty()) exercises[id]["passed_file"] = entry.passed_file;
    }
    const Json json{
        {"version", version}, {"current", state.current}, {"exercises", exercises}, {"course", state.course}};
    return json_text(json, 1);
}

}  // namespace

State::Entry State::entry(const std::string& id) const {
    const auto found = exercises.find(id);
    return found == exercises.end() ? Entry{} : found->second;
}

bool State::is_new(const Exercise& exercise) const {
    return !course.empty() && course.count(exercise.id) == 0 && exercises.count(exercise.id) == 0;
}

const Exercise* State::current_exercise(const Course& course) const {
    if (const Exercise* chosen = course.find(current)) return chosen;
    for (const Exercise& e : course.exercises) {
        if (entry(e.id).status != Status::passed) return &e;
    }
    return nullptr;
}

StateFile::StateFile(const Course& course)
    : course_(course), folder_(course.source_dir / ".learn"), path_(folder_ / "state.json") {}

State StateFile::load() {
    std::error_code error;
    if (!fs::exists(path_, error)) return {};
    try {
        return state_from(parse_json(read_file(path_).value_or("")), course_);
    } catch (const std::exception&) {
        const fs::path kept = folder_ / ("state.damaged-" + timestamp() + ".json");
        fs::rename(path_, kept, error);
        const std::string where = error ? path_.string() : shown(kept, course_.source_dir);
        warn(msg::state_damaged(where));
        return {};
    }
}

void StateFile::update(const std::function<void(State&)>& change) {
    std::error_code error;
    fs::create_directories(folder_, error);
    const Lock lock(folder_ / "lock");
    State state = load();
    if (state.course.empty()) {
        for (const std::string& id : course_.ids()) state.course.insert(id);
    }
    change(state);
    if (!write_file(path_, to_text(state)) && !warned_) {
        warned_ = true;
        warn(msg::state_not_written(path_.string()));
    }
}

}  // namespace learn
