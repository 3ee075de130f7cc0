#pragma once
// An event as lines that somebody can read and compare, whatever the order of its fields and however its text is escaped: for the
// learner's function and for the one that makes mistakes.

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "grader/call.hpp"

namespace event_lines {

using Json = nlohmann::ordered_json;

/// The value in one line, its fields in the order of their names.
inline std::string written(const Json& value) {
    std::string text;
    if (value.is_string()) return "\"" + value.get<std::string>() + "\"";
    if (value.is_object()) {
        std::set<std::string> names;
        for (const auto& [name, field] : value.items()) names.insert(name);
        for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name + ": " + written(value[name]);
        return "{" + text + "}";
    }
    if (!value.is_array()) return value.dump();
    for (const Json& one : value) text += (text.empty() ? "" : ", ") + written(one);
    return "[" + text + "]";
}

/// The event as a client takes it apart; as it is, where it can't.
inline grader::Values of(const std::string& event) {
    const auto outputs = [](grader::Values lines) {
        grader::Values all;
        all.emplace_back(std::move(lines));
        return all;
    };
    const auto not_an_event = [&](const char* why) {
        grader::Values lines;
        lines.emplace_back(std::string("no event of this kind: ") + why);
        lines.emplace_back(event);
        return outputs(lines);
    };
    if (!event.starts_with("data: ")) return not_an_event("it begins with \"data: \"");
    if (!event.ends_with("\n\n")) return not_an_event("it ends with two line ends");
    const std::string data = event.substr(6, event.size() - 8);
    if (data.find_first_of("\r\n") != data.npos) return not_an_event("its data is one line");
    const Json object = Json::parse(data, nullptr, false);
    if (!object.is_object()) return not_an_event("its data is a JSON object");
    grader::Values lines;
    std::set<std::string> names;
    for (const auto& [name, field] : object.items()) names.insert(name);
    for (const std::string& name : names) lines.emplace_back(name + ": " + written(object[name]));
    return outputs(lines);
}

}  // namespace event_lines
