#include "model/json_file.hpp"

#include <set>
#include <vector>

#include "model/error.hpp"

namespace tiny_llm {

nlohmann::json parse_json_object(std::string_view text, const std::string& where) {
    using nlohmann::json;
    std::vector<std::set<std::string>> keys;  // of each object that is open
    std::string twice;
    // nlohmann keeps the last of two equal keys; a file that has them means one thing and says another.
    const auto watch_keys = [&](int depth, json::parse_event_t event, json& value) {
        if (depth > 64) throw ModelError(where + ": nested deeper than 64 levels");
        if (event == json::parse_event_t::object_start) keys.emplace_back();
        if (event == json::parse_event_t::object_end) keys.pop_back();
        if (event == json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second) {
            twice = value.get<std::string>();
        }
        return true;
    };
    json parsed;
    try {
        parsed = json::parse(text, watch_keys);
    } catch (const json::exception& error) {
        const std::string what = error.what();  // "[json.exception.parse_error.101] parse error at line 3, …"
        const std::size_t end = what.find("] ");
        throw ModelError(where + ": broken JSON, " + (end == std::string::npos ? what : what.substr(end + 2)));
    }
    if (!parsed.is_object()) throw ModelError(where + ": not a JSON object");
    if (!twice.empty()) throw ModelError(where + ": the key \"" + twice + "\" appears twice");
    return parsed;
}

}  // namespace tiny_llm
