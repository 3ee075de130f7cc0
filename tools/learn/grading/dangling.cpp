#include "grading/dangling.hpp"

#include <set>

#include "messages.hpp"
#include "system/pattern.hpp"

namespace learn {
namespace {

/// Whether an expression keeps a reference to the tensor `name`: it is computed with, and neither an element of it is taken nor
/// is the whole evaluated.
bool refers_to(const std::string& expression, const std::string& name) {
    static const Pattern evaluated(R"(\b(Tensor|BasicTensor|eval|linalg|static_cast|float|double)\b|\)\s*\(|\[)"),
        lazy(R"([-+*/]|\bxt::\w+\()");
    return !evaluated.is_in(expression) && lazy.is_in(expression) &&
           Pattern("\\b" + name + R"(\b(?!\s*[(\[.]))").is_in(expression);
}

std::string without_comments(std::string text) {
    static const Pattern comment(R"(//[^\n]*|/\*[\s\S]*?\*/)");
    for (auto match = comment.find(text); match; match = comment.find(text))
        text.erase(match->begin, match->end - match->begin);
    return text;
}

}  // namespace

std::optional<Diagnosis> dangling_expression(const std::string& source) {
    // A function or a lambda that says no type: its name, its arguments, its body.
    static const Pattern helper(
        R"(\bauto\s+(\w+)\s*(?:=\s*\[[^\]]*\]\s*)?\(([^;{}]*)\)\s*(?:const\s*)?(\{(?:[^{}]++|(?3))*\}))");
    static const Pattern by_value(R"((?:^|,)\s*(?:const\s+)?Tensor\s+(\w+))"), local(R"(\bTensor\s+(\w+)\s*[=;({])");
    static const Pattern returned(R"(\breturn\s+([^;]+);)");
    const std::string text = without_comments(source);
    for (auto function = helper.find(text); function; function = helper.find(text, function->end)) {
        const std::string &arguments = function->groups[1], &body = function->groups[2];
        std::set<std::string> locals;
        for (auto one = by_value.find(arguments); one; one = by_value.find(arguments, one->end))
            locals.insert(one->groups[0]);
        for (auto one = local.find(body); one; one = local.find(body, one->end)) locals.insert(one->groups[0]);
        for (auto one = returned.find(body); one; one = returned.find(body, one->end)) {
            for (const std::string& name : locals) {
                if (refers_to(one->groups[0], name))
                    return Diagnosis{"dangling-expression", msg::dangling(function->groups[0], name)};
            }
        }
    }
    return std::nullopt;
}

}  // namespace learn
