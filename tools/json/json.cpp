#include "tools/json/json.hpp"

namespace tools {

Json parse_json(std::string_view text) {
    constexpr int deepest = 100;
    return Json::parse(
        text, [](int depth, Json::parse_event_t, const Json&) { return depth < deepest; }, false);
}

long whole_number(const Json& object, const char* key, long least, long most, long fallback) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number()) return fallback;
    const double value = found->get<double>();
    if (value <= double(least)) return least;
    return value >= double(most) ? most : found->get<long>();
}

std::string json_text(const Json& value, int indent) {
    return value.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tools
