#include "grading/traps.hpp"

#include <algorithm>
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

std::string without(const Pattern& pattern, std::string text) {
    for (auto match = pattern.find(text); match; match = pattern.find(text))
        text.erase(match->begin, match->end - match->begin);
    return text;
}

std::string without_comments(const std::string& source) {
    static const Pattern comment(R"(//[^\n]*|/\*[\s\S]*?\*/)");
    return without(comment, source);
}

/// Whether it names something that is no number in the file: what the call gives, or was computed of it.
bool depends_on_the_call(const std::string& size, const std::string& text) {
    static const Pattern variable(
        R"((?<![\w:.])(?!(?:float|double|int|long|unsigned|bfloat16|float16|true|false)\b)([a-z]\w*)\b(?!\s*(?:::|<|\()))");
    for (auto one = variable.find(size); one; one = variable.find(size, one->end)) {
        const std::string& name = one->groups[0];
        const Pattern constant(R"(\bconstexpr\b[^;]*\b)" + name + R"(\b|\bconst\b[^;(){}]*[\s,])" + name +
                               R"(\s*[={(]\s*\d)");
        if (!constant.is_in(text)) return true;
    }
    return false;
}

/// Whether elements of `name` are read and written and nothing else is done with it.
bool keeps_its_size(const std::string& name, const std::string& text) {
    const Pattern of_elements(
        "\\b" + name +
        R"(\s*(?:[(\[]|\.(?:data|c?begin|c?end|size|shape|dimension|empty|fill|flat|at|front|back)\s*\()|\breturn\s+)" +
        name + R"(\s*;|\bfor\s*\([^;()]*:\s*)" + name + R"(\s*\))");
    return !Pattern("\\b" + name + "\\b").is_in(without(of_elements, text));
}

}  // namespace

std::optional<Diagnosis> dangling_expression(const std::string& source) {
    // A function or a lambda that says no type: its name, its arguments, its body.
    static const Pattern helper(
        R"(\bauto\s+(\w+)\s*(?:=\s*\[[^\]]*\]\s*)?\(([^;{}]*)\)\s*(?:const\s*)?(\{(?:[^{}]++|(?3))*\}))");
    static const Pattern by_value(R"((?:^|,)\s*(?:const\s+)?Tensor\s+(\w+))"), local(R"(\bTensor\s+(\w+)\s*[=;({])");
    static const Pattern by_reference(R"(\bTensor\s*&\s*(\w+))"), lazy(R"(\bauto\s+(\w+)\s*=\s*([^;]+);)");
    static const Pattern returned(R"(\breturn\s+([^;]+);)");
    const std::string text = without_comments(source);
    for (auto function = helper.find(text); function; function = helper.find(text, function->end)) {
        const std::string &arguments = function->groups[1], &body = function->groups[2];
        std::set<std::string> locals;
        for (auto one = by_value.find(arguments); one; one = by_value.find(arguments, one->end))
            locals.insert(one->groups[0]);
        for (auto one = local.find(body); one; one = local.find(body, one->end)) locals.insert(one->groups[0]);
        // An expression in an auto is a local as well: one that is made of it refers to it.
        std::set<std::string> tensors = locals;
        for (auto one = by_reference.find(arguments); one; one = by_reference.find(arguments, one->end))
            tensors.insert(one->groups[0]);
        for (auto one = lazy.find(body); one; one = lazy.find(body, one->end)) {
            const std::string& value = one->groups[1];
            const auto is_in_it = [&](const std::string& name) { return refers_to(value, name); };
            if (value.find('(') != value.npos && value.find("xt::") == value.npos)
                continue;  // a call may give a number
            if (std::any_of(tensors.begin(), tensors.end(), is_in_it))
                tensors.insert(one->groups[0]), locals.insert(one->groups[0]);
        }
        for (auto one = returned.find(body); one; one = returned.find(body, one->end)) {
            for (const std::string& name : locals) {
                if (refers_to(one->groups[0], name))
                    return Diagnosis{"dangling-expression", msg::dangling(function->groups[0], name)};
            }
        }
    }
    return std::nullopt;
}

std::optional<Diagnosis> static_scratch(const std::string& source) {
    static const Pattern made(
        R"(\bstatic\s+(const\s+)?(?:(?:tiny_llm::)?(?:Tensor|BasicTensor<\w+>)|(?:std::)?vector<(?:float|double|b?float16|T|Weight)>)\s+(\w+)\s*([({=][^;]*)?;)");
    // A lambda that takes nothing of the call with it makes the same in every call.
    static const Pattern of_nothing(R"(^=\s*\[\s*\])"), arguments_of_a_function(R"(^\((?:[\s\S]*\w[&*]?\s+\w|\)))");
    const std::string text = without_comments(source);
    for (auto one = made.find(text); one; one = made.find(text, one->end)) {
        const std::string& name = one->groups[1];
        std::string size = one->groups.size() > 2 ? one->groups[2] : "";
        if (arguments_of_a_function.is_in(size) || of_nothing.is_in(size)) continue;
        std::string rest = std::string(text).erase(one->begin, one->end - one->begin);
        if (size.empty()) {  // made when it is empty for the first time
            const auto later =
                Pattern(R"(\bif\s*\(\s*(?:)" + name + R"(\s*\.\s*(?:empty\(\)|size\(\)\s*==\s*0)|!)" + name +
                        R"(\.size\(\))\s*\)\s*\{?\s*)" + name + R"(\s*(?:\.(?:resize|assign)\s*\(|=)([^;]*);)")
                    .find(rest);
            if (!later) continue;
            size = later->groups[0];
            rest.erase(later->begin, later->end - later->begin);
        }
        const bool is_const = !one->groups[0].empty();
        if (depends_on_the_call(size, text) && (is_const || keeps_its_size(name, rest)))
            return Diagnosis{"static-scratch", msg::static_scratch(name)};
    }
    // A number that is made of an argument's shape.
    static const Pattern number(
        R"(\bstatic\s+const\s+(?:auto|int|(?:std::)?(?:size_t|ptrdiff_t))\s+(\w+)\s*[={(]\s*[^;]*?\b(\w+)\.(?:shape|size|dimension)\()");
    for (auto one = number.find(text); one; one = number.find(text, one->end)) {
        if (Pattern(R"((?:\bTensor|>)\s*&\s*)" + one->groups[1] + "\\b").is_in(text))
            return Diagnosis{"static-scratch", msg::static_scratch(one->groups[0])};
    }
    return std::nullopt;
}

std::optional<Diagnosis> dot_of_no_rows(const std::string& source) {
    static const Pattern argument(R"(\(\s*const\s+(?:tiny_llm::)?Tensor\s*&\s*(\w+))");
    const std::string text = without_comments(source);
    for (auto one = argument.find(text); one; one = argument.find(text, one->end)) {
        const std::string& x = one->groups[0];
        const Pattern product(R"(\blinalg::dot\s*\(\s*)" + x + R"(\s*,)"), asked("\\b" + x + R"(\.size\(\)\s*[=!<>)])");
        if (product.is_in(text) && !asked.is_in(text)) return Diagnosis{"dot-of-no-rows", msg::dot_of_no_rows(x)};
    }
    return std::nullopt;
}

std::optional<Diagnosis> lazy_reduction(const std::string& source) {
    // Of all elements: with an axis it is a tensor, and then wrong besides.
    static const std::string of_all(R"(xt::(?:amax|amin|sum|mean)\s*\((?:[^(){},]++|(\((?:[^()]++|(?-1))*\)))*\))");
    static const Pattern lazy(R"(\b()" + of_all + R"()(?!\s*\())");
    // The whole value of a tensor, or what eval gets, is computed there; one that has a name, where it is called.
    static const Pattern evaluated(R"((?:(?<!\bauto )\b\w+\s*=|\b(?:Tensor|xarray<\w+>)\s+\w+\s*[({]|\beval\s*\()\s*)" +
                                   of_all + R"(\s*[;,)}])"),
        named(R"(\bauto\s+(\w+)\s*=\s*)" + of_all + R"(\s*;)");
    std::string text = without(evaluated, without_comments(source));
    for (auto one = named.find(text); one; one = named.find(text, one->begin + 1)) {
        if (Pattern("\\b" + one->groups[0] + R"(\s*\(\s*\))").is_in(text))
            text.erase(one->begin, one->end - one->begin);
    }
    const auto found = lazy.find(text);
    return found ? std::optional(Diagnosis{"lazy-reduction", msg::lazy_reduction(found->groups[0])}) : std::nullopt;
}

}  // namespace learn
