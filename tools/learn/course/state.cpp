#include "course/state.hpp"

#include "messages.hpp"
#include "system/lock.hpp"
#include "terminal/terminal.hpp"
#include "tools/json/json.hpp"

namespace learn {
namespace {

constexpr int version = 1;

State state_from(const tools::Json& json, const Course& course) {
    State state;
    if (json.at("version") != version) throw std::runtime_error("version");
    state.current = json.at("current").get<std::string>();
    if (!course.find(state.current)) state.current.clear();
    for (const auto& [id, object] : json.at("exercises").items()) {
        const auto status = status_from(object.at("status").get<std::string>());
        if (!status) throw std::runtime_error("status");
        const tools::Json& hints = object.at("hints");
        if (!hints.is_number_unsigned() || hints > 1000) throw std::runtime_error("hints");
        const State::Entry entry{*status,
                                 hints.get<int>(),
                                 object.at("ever_passed").get<bool>(),
                                 object.value("graded_file", object.value("passed_file", "")),  // the older name
                                 {object.value("medal", ""), object.value("timed_file", "")}};
        state.exercises[id] = entry;  // also one that a newer or an older version of the course has
    }
    for (const auto& id : json.value("course", tools::Json::array())) state.course.insert(id.get<std::string>());
    return state;
}

std::string to_text(const State& state) {
    tools::Json exercises = tools::Json::object();
    for (const auto& [id, entry] : state.exercises) {
        exercises[id] = {{"status", name(entry.status)}, {"hints", entry.hints}, {"ever_passed", entry.ever_passed}};
        if (!entry.graded_file.empty()) exercises[id]["graded_file"] = entry.graded_file;
        if (entry.last_bench == State::LastBench{}) continue;
        exercises[id].update({{"medal", entry.last_bench.medal}, {"timed_file", entry.last_bench.file}});
    }
    const tools::Json json{
        {"version", version}, {"current", state.current}, {"exercises", exercises}, {"course", state.course}};
    return tools::json_text(json, 1);
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

std::optional<State> StateFile::read() const {
    std::error_code error;
    if (!fs::exists(path_, error)) return State{};
    try {
        return state_from(tools::parse_json(read_file(path_).value_or("")), course_);
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

State StateFile::load() {
    if (const auto state = read()) return *state;
    const Lock lock(folder_ / "lock");  // or what another run has begun meanwhile would be taken for the damaged one
    return load_alone();
}

State StateFile::load_alone() {
    if (const auto state = read()) return *state;
    const fs::path kept = move_to_new_name(path_, folder_, "state.damaged-" + timestamp(), ".json");
    warn(msg::state_damaged(kept.empty() ? path_.string() : shown(kept, course_.source_dir)));
    return {};
}

void StateFile::update(const std::function<void(State&)>& change) {
    std::error_code error;
    fs::create_directories(folder_, error);
    const Lock lock(folder_ / "lock");
    State state = load_alone();
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
