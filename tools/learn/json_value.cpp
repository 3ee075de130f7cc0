#include "json_value.hpp"

namespace learn {

Json parse_json(std::string_view text) { return Json::parse(text, nullptr, false); }

std::string json_text(const Json& value, int indent) {
    return value.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace learn
