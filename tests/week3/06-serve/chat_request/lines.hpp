#pragma once
// A request as lines that somebody can read, for the learner's function and for the one that makes mistakes.

#include <charconv>
#include <optional>
#include <string>

#include "grader/call.hpp"

namespace request_lines {

/// The shortest number that is this one when it is read: a temperature that was a float in between shows it.
inline std::string written(double number) {
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

template <class Request>
grader::Values of(const Request& request) {
    grader::Values lines;
    lines.emplace_back("model: " + request.model);
    for (const auto& message : request.messages) lines.emplace_back(message.role + ": " + message.content);
    lines.emplace_back("max_tokens: " + (request.max_tokens ? std::to_string(*request.max_tokens) : "none"));
    for (const std::string& stop : request.stop) lines.emplace_back("stop: " + stop);
    lines.emplace_back("temperature: " + written(request.temperature) + ", top_p: " + written(request.top_p));
    lines.emplace_back("seed: " + (request.seed ? std::to_string(*request.seed) : "none"));
    lines.emplace_back(std::string("stream: ") + (request.stream ? "yes" : "no") +
                       ", include_usage: " + (request.include_usage ? "yes" : "no"));
    grader::Values outputs;
    outputs.emplace_back(std::move(lines));
    return outputs;
}

inline grader::Values refused(
    int status, const std::string& type, const std::optional<std::string>& param, bool any_param) {
    grader::Values lines;
    lines.emplace_back("refused with " + std::to_string(status) + ", " + type);
    if (!any_param) lines.emplace_back(param ? "param: " + *param : "no param");
    grader::Values outputs;
    outputs.emplace_back(std::move(lines));
    return outputs;
}

}  // namespace request_lines
