#include "tools/json/json.hpp"

#include <cstdio>

#include "tools/json/line.hpp"
#include "tools/utf8/utf8.hpp"

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
    const std::string text = value.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
    std::string result;
    for (std::string_view rest = text; !rest.empty();) {
        const utf8::Character c = utf8::first(rest);
        if (c.code != '\n' && utf8::is_harmful(c.code)) {
            char escape[16];
            std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c.code));
            result += escape;
        } else {
            result += rest.substr(0, c.bytes);
        }
        rest.remove_prefix(c.bytes);
    }
    return result;
}

std::string json_line(const std::string& key, const std::string& value) { return json_text({{key, value}}); }

}  // namespace tools
