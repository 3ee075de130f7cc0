#pragma once
// An event as lines that somebody can read and compare, whatever the order of its fields and however its text is escaped: for the
// learner's function and for the one that makes mistakes.

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "grader/call.hpp"

namespace event_lines {

using Json = nlohmann::ordered_json;

/// A line for each value that has none inside, with the way to it: choices[0].index: 0.
inline void tell(const Json& value, const std::string& path, grader::Values& lines) {
    if (value.is_structured() && !value.empty()) {
        std::set<std::string> names;
        for (const auto& [name, inner] : value.items()) names.insert(name);
        for (const std::string& name : names) {
            const std::string dot = path.empty() ? "" : ".";
            if (value.is_object()) tell(value[name], path + dot + name, lines);
            else tell(value[std::stoul(name)], path + "[" + name + "]", lines);
        }
        return;
    }
    const std::string text = value.is_string() ? "\"" + value.get<std::string>() + "\"" : value.dump();
    lines.emplace_back(path + ": " + text);
}

/// The event as a client takes it apart; where it can't, why, and what is left then. The order of fields is the answer's own
/// choice, so a text that is no JSON is shown only as far as it is the content's.
inline grader::Values of(const std::string& event) {
    grader::Values lines, outputs;
    const auto open = event.find('{'), close = event.rfind('}');
    const bool has_object = open != event.npos && close != event.npos && open < close;
    const std::string object = has_object ? event.substr(open, close + 1 - open) : "";
    const std::string front = event.substr(0, has_object ? open : event.npos),
                      back = has_object ? event.substr(close + 1) : "";
    if (front != "data: ") lines.emplace_back("in front of the object comes \"data: \", not \"" + front + "\"");
    if (has_object && back != "\n\n") lines.emplace_back("after the object come two newlines, not \"" + back + "\"");
    if (object.find_first_of("\r\n") != object.npos) lines.emplace_back("the object has to be in one line");
    const Json parsed = Json::parse(object, nullptr, false);
    if (parsed.is_object()) {
        tell(parsed, "", lines);
    } else {
        lines.emplace_back("this is no JSON object");
        const auto content = object.find("\"content\"");
        if (content != object.npos) lines.emplace_back(object.substr(content, object.find('}', content) - content));
    }
    outputs.emplace_back(std::move(lines));
    return outputs;
}

}  // namespace event_lines
