#include "support/report.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

#include "support/grade.hpp"
#include "support/language.hpp"
#include "tiny_llm/shape.hpp"

namespace grader {
namespace {

using tiny_llm::shape_string;

constexpr std::size_t most_values_in_a_row = 5;
constexpr std::size_t most_rows = 3;

template <class... Arguments>
std::string format(const char* pattern, Arguments... arguments) {
    char text[256];
    std::snprintf(text, sizeof text, pattern, arguments...);
    return text;
}

std::string number(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "+inf" : "-inf";
    const double size = std::abs(value);
    return format(size != 0 && (size < 1e-3 || size >= 1e5) ? "%+.5e" : "%+.5f", value);
}

/// A Chinese character is three bytes and two columns wide.
std::size_t columns(const std::string& text) {
    std::size_t n = 0;
    for (const unsigned char c : text) n += c < 0x80 ? 1 : c >= 0xE0 ? 2 : 0;
    return n;
}

/// Cuts at 74 columns, which Catch2 indents by two; what learners throw can be long.
std::string cut(std::string line) {
    constexpr std::size_t widest = 74;
    if (columns(line) <= widest) return line;
    while (columns(line) > widest - 3) {
        while ((static_cast<unsigned char>(line.back()) & 0xC0) == 0x80) line.pop_back();
        line.pop_back();
    }
    return line + "...";
}

/// xtensor's exceptions put the shapes on lines of their own.
std::string on_one_line(const std::string& text) {
    std::string joined;
    for (const char c : text) {
        if (!std::isspace(static_cast<unsigned char>(c))) {
            joined += c;
        } else if (!joined.empty() && joined.back() != ' ') {
            joined += ' ';
        }
    }
    return joined;
}

/// A line "| label      text".
std::string line(const std::string& label, const std::string& text) {
    const std::size_t used = columns(label);
    return "| " + label + std::string(used < 11 ? 11 - used : 1, ' ') + text + "\n";
}

std::string position(std::size_t flat, const Tensor& tensor) {
    std::string text;
    for (std::size_t axis = tensor.dimension(); axis-- > 0;) {
        text = std::to_string(flat % tensor.shape(axis)) + (text.empty() ? "" : ", ") + text;
        flat /= tensor.shape(axis);
    }
    return "(" + text + (tensor.dimension() == 1 ? ",)" : ")");
}

std::size_t row_length(const Tensor& tensor) { return tensor.dimension() ? tensor.shape().back() : 1; }

/// A tensor's first rows, or the row that holds element `flat` and its neighbours.
std::string values(const std::string& label, const Tensor& tensor, std::size_t flat) {
    const std::size_t width = row_length(tensor);
    if (tensor.size() == 0) return line(label, "[]");
    const auto row_text = [&](std::size_t row, std::size_t from) {
        std::string text = from > 0 ? "[... " : "[";
        const std::size_t to = std::min(width, from + most_values_in_a_row);
        for (std::size_t j = from; j < to; ++j) {
            text += (j > from ? " " : "") + format("%.6g", static_cast<double>(tensor.data()[row * width + j]));
        }
        return text + (to < width ? " ...]" : "]");
    };
    const std::size_t rows = tensor.size() / width;
    if (rows <= most_rows) {
        std::string text;
        for (std::size_t row = 0; row < rows; ++row) {
            const std::size_t column = row == flat / width ? flat % width : 0;
            const std::size_t from = column < most_values_in_a_row ? 0 : column - most_values_in_a_row / 2;
            text += line(row == 0 ? label : "", row_text(row, from));
        }
        return text;
    }
    const std::size_t column = flat % width;
    const std::size_t from = column < most_values_in_a_row ? 0 : column - most_values_in_a_row / 2;
    return line(label, format(either("row %zu: ", "第 %zu 行："), flat / width) + row_text(flat / width, from));
}

/// An argument's name; of an output that existed before the call, in the reader's language.
std::string shown(const std::string& name) {
    if (name == output_before(0)) return either("out before", "调用前的 out");
    if (name == output_before(1)) return either("out 2 before", "调用前的 out 2");
    return name;
}

/// The inputs around what became element `flat` of `output`: the same row and column, where a tensor has them.
std::string inputs(const Call& call, std::size_t flat, const Tensor& output) {
    const std::size_t output_width = row_length(output);
    std::string text;
    for (const auto& [name, tensor] : call.tensors) {
        const std::size_t width = row_length(tensor);
        const bool same_rows = width > 0 && tensor.size() / width == output.size() / output_width;
        const std::size_t row = same_rows ? flat / output_width : 0;
        const std::size_t column = width == output_width ? flat % output_width : 0;
        const std::string label = shown(name) + (tensor.size() > 64 ? " " + shape_string(tensor) : "");
        text += values(label, tensor, row * width + column);
    }
    for (const auto& [name, value] : call.numbers) text += line(name, format("%g", static_cast<double>(value)));
    return text;
}

std::string where(const std::vector<std::size_t>& wrong, const Tensor& tensor) {
    const std::size_t width = row_length(tensor);
    const std::size_t first = wrong.front() / width;
    const std::size_t last = wrong.back() / width;
    if (first == last && tensor.size() > width) return format(either(", all in row %zu", "，都在第 %zu 行"), first);
    return "";
}

std::string compare_values(const Call& call, const Tensor& yours, const Tensor& expected, Tolerance tolerance) {
    const Difference d = compare(yours, expected, tolerance);
    std::string text = line(either("shape", "形状"), shape_string(yours) + either(", matches", "，正确"));
    if (!d.not_finite.empty()) {
        text += line("nan/inf", format(either("%zu of %zu, first at ", "%zu / %zu 个，第一个在 "), d.not_finite.size(),
                                       yours.size()) +
                                    position(d.not_finite.front(), yours) + where(d.not_finite, yours));
    }
    text += line(either("wrong", "错误"),
                 format(either("%zu of %zu (%.1f %%)", "%zu / %zu 个（%.1f %%）"), d.wrong.size(), yours.size(),
                        100.0 * static_cast<double>(d.wrong.size()) / static_cast<double>(yours.size())) +
                     where(d.wrong, yours));
    text += line(either("worst", "最差"), position(d.worst, yours) + either("  yours ", "  你的 ") +
                                              number(yours.data()[d.worst]) + either("  expected ", "  应为 ") +
                                              number(expected.data()[d.worst]) + either("  allowed ", "  容许 ") +
                                              format("%.1e", d.worst_allowed));
    if (tolerance.most_off < 1) {
        text += line(either("off at all", "有偏差"),
                     format(either("%zu of %zu, at most %.0f %% may be", "%zu / %zu 个，最多容许 %.0f %%"), d.off,
                            yours.size(), 100 * tolerance.most_off));
    }
    if (d.not_finite.empty()) text += line("nan/inf", either("none", "无"));
    text += "|\n";
    text += inputs(call, d.worst, yours);
    text += values(either("yours", "你的"), yours, d.worst);
    text += values(either("expected", "应为"), expected, d.worst);
    return text;
}

}  // namespace

std::string shapes(const Call& call) {
    std::string text;
    for (const auto& [name, tensor] : call.tensors)
        text += (text.empty() ? "" : ", ") + shown(name) + " " + shape_string(tensor);
    return text;
}

std::string report(const Call& call, const Outcome& outcome, const Expectation& expected) {
    using Kind = Outcome::Kind;
    std::string text;
    if (expected.invalid_argument && outcome.kind != Kind::invalid_argument) {
        text += line(either("expected", "应为"), either("std::invalid_argument, these shapes do not fit",
                                                        "抛出 std::invalid_argument，因为形状不匹配"));
        text +=
            line(either("yours", "你的"), outcome.kind == Kind::returned
                                              ? std::string(either("returned ", "返回了 ")) +
                                                    (outcome.outputs.empty() ? "" : shape_string(outcome.outputs[0]))
                                              : either("threw: ", "抛出了：") + on_one_line(outcome.what));
        text += line(either("inputs", "输入"), shapes(call));
    } else if (outcome.kind != Kind::returned && !expected.invalid_argument) {
        text += line(either("threw", "抛出异常"), outcome.what.empty() ? "?" : on_one_line(outcome.what));
        text += line(either("inputs", "输入"), shapes(call));
    } else if (!outcome.modified.empty()) {
        text +=
            line(either("inputs", "输入"), either("changed, must be left as they were: ", "被改动了，应保持原样："));
        for (const auto& name : outcome.modified) text += line("", name);
    } else {
        for (std::size_t k = 0; k < expected.outputs.size(); ++k) {
            if (k >= outcome.outputs.size()) break;
            const Tensor& yours = outcome.outputs[k];
            const Tensor& wanted = expected.outputs[k];
            if (!same_shape(yours, wanted)) {
                text += line(either("shape", "形状"), either("yours ", "你的 ") + shape_string(yours) +
                                                          either("  expected ", "  应为 ") + shape_string(wanted));
                text += line(either("inputs", "输入"), shapes(call));
                break;
            }
            if (!compare(yours, wanted, expected.tolerance).wrong.empty()) {
                text += compare_values(call, yours, wanted, expected.tolerance);
                break;
            }
        }
    }
    std::string cut_text;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = text.find('\n', from);
        cut_text += cut(text.substr(from, to - from)) + "\n";
        from = to + 1;
    }
    if (!cut_text.empty()) cut_text.pop_back();
    return cut_text;
}

}  // namespace grader
