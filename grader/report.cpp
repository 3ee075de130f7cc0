#include "grader/report.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "grader/language.hpp"
#include "grader/questions.hpp"
#include "grader/texts.hpp"
#include "tools/utf8/utf8.hpp"

namespace grader {
namespace {

constexpr std::size_t most_values_in_a_row = 8;  // and of a longer one the wrong value with two on each side
constexpr std::size_t most_around = 5;
constexpr std::size_t most_on_a_line = 16;
constexpr std::size_t most_rows = 3;
constexpr std::size_t widest = 74;  // Catch2 indents by two
constexpr std::size_t label_width = 11;
constexpr std::size_t room = widest - label_width - 2;  // behind a label

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

/// A number among the arguments. Six digits, which float32 has; of a double that is none as many as tell it from others.
std::string argument(double value) {
    if (std::isnan(value)) return "nan";
    const std::string brief = format("%g", value);
    const bool is_float = static_cast<double>(static_cast<float>(value)) == value;
    if (!std::isfinite(value) || is_float || std::strtod(brief.c_str(), nullptr) == value) return brief;
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

/// What learners throw can be long.
std::string cut(const std::string& line) {
    if (utf8::columns(line) <= widest) return line;
    return std::string(utf8::fitting(line, widest - 3)) + "...";
}

/// xtensor's exceptions put the shapes on lines of their own. A learner's may hold any bytes.
std::string on_one_line(std::string_view text) {
    std::string joined;
    for (const char c : text) {
        const bool space = std::isspace(static_cast<unsigned char>(c));
        if (!space) joined += c;
        else if (!joined.empty() && joined.back() != ' ') joined += ' ';
    }
    return utf8::harmless_line(joined);
}

/// A line "| label      text".
std::string line(const std::string& label, const std::string& text) {
    const std::size_t used = utf8::columns(label);
    return "| " + label + std::string(used < label_width ? label_width - used : 1, ' ') + text + "\n";
}

/// Where a line that is full ends: behind an argument of a list, so that a shape stays whole, else behind a word.
std::size_t where_to_break(std::string_view part) {
    std::size_t behind = 0;
    int depth = 0;
    for (std::size_t i = 0; i < part.size(); ++i) {
        depth += part[i] == '(' ? 1 : part[i] == ')' ? -1 : 0;
        for (const std::string_view between : {"), ", ")、"}) {
            if (depth == 0 && part.substr(i).starts_with(between)) behind = i + between.size();
        }
    }
    if (behind > 0) return behind;
    const std::size_t space = part.rfind(' ');
    return space != std::string_view::npos && space > 0 ? space + 1 : part.size();
}

/// The same of a text that may need several lines.
std::string lines(const std::string& label, const std::string& text) {
    constexpr std::size_t most_lines = 8;
    std::string all;
    std::string_view rest = text;
    for (std::size_t n = 0; !rest.empty() && n < most_lines; ++n) {
        std::string_view part = utf8::fitting(rest, room);
        if (part.empty()) break;
        if (part.size() < rest.size()) part = part.substr(0, where_to_break(part));
        all += line(n == 0 ? label : "", std::string(part));
        rest.remove_prefix(part.size());
    }
    return rest.empty() ? all : all + line("", "...");
}

std::string position(std::size_t flat, const std::vector<std::size_t>& shape) {
    std::vector<std::size_t> index(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0; flat /= shape[axis]) index[axis] = flat % shape[axis];
    return shape_text(index);
}

/// The index of a row, in the array's own axes: "1", or "(0, 1)" where there are several before the last.
std::string row_index(std::size_t row, const std::vector<std::size_t>& shape) {
    if (shape.size() < 3) return std::to_string(row);
    return position(row, {shape.begin(), shape.end() - 1});
}

/// The sign of a NaN says nothing.
std::string element(float value) { return std::isnan(value) ? "nan" : format("%.6g", static_cast<double>(value)); }
std::string element(std::int64_t value) { return std::to_string(value); }

/// All of an array, a pair of brackets for each axis: "[[[1 2] [3 4]]]".
template <class T>
std::string nested(const Array<T>& array, std::size_t axis, std::size_t& flat) {
    if (axis == array.shape.size()) return element(array.values[flat++]);
    std::string text;
    for (std::size_t i = 0; i < array.shape[axis]; ++i) text += (i > 0 ? " " : "") + nested(array, axis + 1, flat);
    return "[" + text + "]";
}

/// An array's first rows, or the row that holds element `flat` and its neighbours. A small array is shown whole.
template <class T>
std::string rows_of(const std::string& label, const Array<T>& array, std::size_t flat) {
    const std::size_t width = array.width();
    if (array.size() == 0) return line(label, "[]");
    const std::size_t column = flat % width;
    const auto row_text = [&](std::size_t row, std::size_t from, std::size_t most) {
        std::string text = from > 0 ? "[... " : "[";
        const std::size_t to = std::min(width, from + most);
        for (std::size_t j = from; j < to; ++j) text += (j > from ? " " : "") + element(array.row(row)[j]);
        return text + (to < width ? " ...]" : "]");
    };
    const auto shortened = [&](std::size_t row, bool around) {
        const std::string whole = width <= most_values_in_a_row ? row_text(row, 0, width) : "";
        if (!whole.empty() && whole.size() <= room) return whole;
        return row_text(row, around && column >= most_around ? column - most_around / 2 : 0, most_around);
    };
    if (array.rows() > most_rows) {
        std::size_t first = 0;
        const std::string whole = array.size() <= most_on_a_line ? nested(array, 0, first) : "";
        if (!whole.empty() && whole.size() <= room) return line(label, whole);
        const std::size_t row = flat / width;
        return line(label,
                    either("row ", "下标 ") + row_index(row, array.shape) + either(": ", "：") + shortened(row, true));
    }
    std::string text;
    const bool fits =
        utf8::columns(label) < label_width || array.rows() == 1;  // the rows of one array begin in one column
    for (std::size_t row = 0; row < array.rows(); ++row) {
        text += line(row == 0 && fits ? label : "", shortened(row, row == flat / width));
    }
    return fits ? text : "| " + label + "\n" + text;
}

std::string several(const std::string& label, const Values& values, std::size_t first);

/// A value on lines of its own, as far as it has room; of an array the part around element `flat`.
std::string shown_value(const std::string& label, const Value& value, std::size_t flat = 0) {
    if (const auto* floats = std::get_if<Floats>(&value.is)) return rows_of(label, *floats, flat);
    if (const auto* integers = std::get_if<Integers>(&value.is)) return rows_of(label, *integers, flat);
    if (const auto* text = std::get_if<std::string>(&value.is)) return line(label, quoted(*text, room));
    if (const auto* number = std::get_if<double>(&value.is)) return line(label, argument(*number));
    if (const auto* whole = std::get_if<std::int64_t>(&value.is)) return line(label, std::to_string(*whole));
    if (const auto all = on_a_line(value, room)) return line(label, *all);
    if (const auto some = list_on_a_line(value, room)) return line(label, *some);
    return several(label, std::get<Values>(value.is), flat);
}

/// Those from `first` on, under their numbers.
std::string several(const std::string& label, const Values& values, std::size_t first) {
    if (values.empty()) return line(label, "[]");
    std::string text;
    const std::size_t from = first < values.size() ? first : 0;
    for (std::size_t k = from; k < std::min(values.size(), from + most_rows); ++k) {
        text += shown_value(label + " " + std::to_string(k), values[k]);
    }
    return text + (from + most_rows < values.size() ? line("", "...") : "");
}

/// The name of an argument or of an output, in the reader's language where it is the test's own and no parameter.
std::string shown(const std::string& name) {
    static constexpr struct {
        std::string_view name, zh;
    } own[] = {
        {"out before", "原来的 out"},
        {"out 2 before", "原来的 out 2"},
        {"new key", "新的 key"},
        {"new value", "新的 value"},
        {"new shapes", "新的形状"},
        {"next x", "接着的 x"},
        {"next ids", "接着的 ids"},
        {"rows", "各次行数"},
        {"lengths", "各 length"},
        {"shapes", "各个形状"},
        {"compared_from", "从此行比"},
        {"compared_rows", "比的行数"},
        {"compared_memory", "比内存"},
        {"memory", "内存"},
        {"on_token_false_at", "在此喊停"},
        {"added tokens", "特殊 token"},
        {"ids of added tokens", "特殊 token 的 id"},
        {"ids of merges", "合并片段的 id"},
        {"other pieces", "其他片段"},
        {"ids of other pieces", "其他片段的 id"},
        {"plain", "普通形式"},
        {"threaded", "延迟相加"},
        {"pieces", "分段"},
        {"capacities", "各层容量"},
        {"choices", "选出的"},
        {"called", "调用"},
        {"pushed", "传入"},
        {"then pushed", "之后传入"},
        {"to another", "传给另一个"},
        {"what happened", "经过"},
        {"texts", "各段文本"},
        {"texts of the other", "另一个的各段文本"},
        {"input of mlp", "mlp 的输入"},
        {"rows/columns/blocks", "行/列/块数"},
        {"scale bits", "scale 的 16 位"},
        {"layer-inputs", "各层的输入"},
        {"us", "u"},
        {"draws", "抽的次数"},
        {"grid", "网格"},
        {"edges", "各条边"},
        {"steps", "步骤"},
        {"traces", "请求"},
        {"since", "从何时起"},
        {"writes", "模型想写"},
        {"guesses", "草稿"},
        {"whole", "全文"},
        {"ends twice", "end 两次"},
        {"is refused", "应拒绝"},
        {"reserved", "已预留"},
        {"filled layer", "填好的层"},
        {"the requests at the end", "最后的请求"},
        {"keys of A", "A 的 key"},
        {"keys of B", "B 的 key"},
        {"keys of C", "C 的 key"},
        {"keys of D", "D 的 key"},
        {"values of A", "A 的 value"},
        {"values of B", "B 的 value"},
        {"values of C", "C 的 value"},
        {"values of D", "D 的 value"},
    };
    const auto* found = std::find_if(std::begin(own), std::end(own), [&](const auto& one) { return one.name == name; });
    return found == std::end(own) ? name : either(name, std::string(found->zh));
}

/// The inputs around what became element `flat` of `output`: the same row and column, where an array has them. Single
/// numbers come last.
std::string inputs(const Call& call, std::size_t flat, const Floats& output) {
    std::string text, numbers;
    for (const auto& [name, value] : call.arguments) {
        const auto* whole = std::get_if<std::int64_t>(&value.is);
        if (whole && *whole == 1 && is_of_the_test(name)) continue;  // a switch, which tells a learner nothing
        if (whole || std::holds_alternative<double>(value.is)) {
            numbers += shown_value(shown(name), value);
            continue;
        }
        const auto* array = std::get_if<Floats>(&value.is);
        if (!array) {
            text += shown_value(shown(name), value);
            continue;
        }
        const std::size_t width = array->width();
        const bool same_rows =
            width > 0 && output.width() > 0 && array->size() / width == output.size() / output.width();
        const std::size_t row = same_rows ? flat / output.width() : 0;
        const std::size_t column = width == output.width() ? flat % width : 0;
        const std::string label = shown(name) + (array->size() > 64 ? " " + shape_text(array->shape) : "");
        text += rows_of(label, *array, row * width + column);
    }
    return text + numbers;
}

std::string where(const std::vector<std::size_t>& wrong, const Floats& array) {
    const std::size_t first = wrong.front() / array.width(), last = wrong.back() / array.width();
    if (first == last && array.size() > array.width()) {
        const std::string row = row_index(first, array.shape);
        return either(", all in row " + row, "，都在下标 " + row + " 那一行");
    }
    return "";
}

std::string compare_values(const Call& call, const Floats& yours, const Floats& expected, Tolerance tolerance) {
    const Difference d = compare(yours, expected, tolerance);
    std::string text = line(either("shape", "形状"), shape_text(yours.shape) + either(", matches", "，正确"));
    if (!d.not_finite.empty()) {
        text += line("nan/inf", format(either("%zu of %zu, first at ", "%zu / %zu 个，第一个在 "), d.not_finite.size(),
                                       yours.size()) +
                                    position(d.not_finite.front(), yours.shape) + where(d.not_finite, yours));
    }
    text += line(either("wrong", "错误"),
                 format(either("%zu of %zu (%.1f %%)", "%zu / %zu 个（%.1f %%）"), d.wrong.size(), yours.size(),
                        100.0 * static_cast<double>(d.wrong.size()) / static_cast<double>(yours.size())) +
                     where(d.wrong, yours));
    const std::string worst = position(d.worst, yours.shape) + either("  yours ", "  你的 ") +
                              number(yours.values[d.worst]) + either("  expected ", "  应为 ") +
                              number(expected.values[d.worst]);
    const std::string allowed =
        either("allowed ", "容许 ") + (std::isfinite(d.worst_allowed) ? format("%.1e", d.worst_allowed) : "0");
    const bool fits_behind = utf8::columns(worst) + 2 + utf8::columns(allowed) <= room;
    text += line(either("worst", "最差"), fits_behind ? worst + "  " + allowed : worst);
    if (!fits_behind) text += line("", allowed);
    if (tolerance.most_off < 1) {
        text += line(either("not exact", "有偏差"),
                     format(either("%zu of %zu; at most %.0f %% may be off", "%zu / %zu 个，最多容许 %.0f %%"), d.off,
                            yours.size(), 100 * tolerance.most_off));
    }
    if (d.not_finite.empty()) text += line("nan/inf", either("none", "无"));
    text += "|\n";
    text += inputs(call, d.worst, yours);
    text += rows_of(either("yours", "你的"), yours, d.worst);
    text += rows_of(either("expected", "应为"), expected, d.worst);
    return text;
}

/// Where the two first differ: a number's place, a text's byte.
template <class Sequence>
std::size_t first_difference(const Sequence& yours, const Sequence& expected) {
    std::size_t at = 0;
    while (at < yours.size() && at < expected.size() && yours[at] == expected[at]) ++at;
    return at;
}

/// Of texts on lines of their own, the last ones before the first that differs, which led to it.
std::string agreed(const Value& yours, std::size_t at) {
    constexpr std::size_t most = 4;
    const auto* all = std::get_if<Values>(&yours.is);
    if (!all || at >= all->size() || on_a_line(yours, room) || list_on_a_line(yours, room)) return "";
    std::string text;
    for (std::size_t k = at - std::min(at, most); k < at; ++k)
        text += shown_value(either("both ", "相同 ") + std::to_string(k), (*all)[k]);
    return text;
}

std::string call_and_both(const Call& call, const Value& yours, const Value& expected, std::size_t at) {
    const char *mine = either("yours", "你的"), *wanted = either("expected", "应为");
    // Whole numbers in a matrix are those of an input, number by number; of tokens it shows its beginning.
    const auto* whole = std::get_if<Integers>(&yours.is);
    const bool in_a_matrix = whole && whole->shape.size() > 1;
    const std::string text =
        "|\n" + (in_a_matrix ? inputs(call, at, Floats(whole->shape, 0.0f)) : inputs(call, 0, Floats{}));
    if (const auto both = beside(yours, expected, room)) {
        const std::string mark = std::string(both->column, ' ') + "^";
        return text + line(mine, both->yours) + line(wanted, both->expected) + line("", mark);
    }
    return text + agreed(yours, at) + shown_value(mine, yours, at) + shown_value(wanted, expected, at);
}

/// What is wrong with an output that is none of floats.
std::string compare_others(const Call& call, const Value& yours, const Value& expected, Tolerance tolerance) {
    if (const auto* wanted = std::get_if<Integers>(&expected.is)) {
        const auto& mine = std::get<Integers>(yours.is);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < mine.size(); ++i) wrong += mine.values[i] != wanted->values[i];
        const std::size_t at = first_difference(mine.values, wanted->values);
        return line(either("wrong", "错误"),
                    format(either("%zu of %zu, first at ", "%zu / %zu 个，第一个在 "), wrong, mine.size()) +
                        position(at, mine.shape)) +
               call_and_both(call, yours, expected, at);
    }
    if (const auto* wanted = std::get_if<std::string>(&expected.is)) {
        const auto& mine = std::get<std::string>(yours.is);
        const std::size_t at = first_difference(mine, *wanted);
        return line(either("differs", "不同"),
                    format(either("first at byte %zu; yours has %zu bytes, expected %zu",
                                  "最先在第 %zu 个字节（从 0 数）；你的共 %zu 字节，应为 %zu 字节"),
                           at, mine.size(), wanted->size())) +
               call_and_both(call, yours, expected, 0);
    }
    if (const auto* wanted = std::get_if<Values>(&expected.is)) {
        const auto& mine = std::get<Values>(yours.is);
        std::size_t at = 0;
        while (at < std::min(mine.size(), wanted->size()) && close(mine[at], (*wanted)[at], tolerance)) ++at;
        const std::string counts =
            line(either("how many", "个数"),
                 format(either("yours %zu, expected %zu", "你的 %zu，应为 %zu"), mine.size(), wanted->size()));
        return (mine.size() == wanted->size() ? "" : counts) +
               line(either("differ", "不同"),
                    format(either("first at element %zu, counted from 0", "最先在第 %zu 个（从 0 数）"), at)) +
               call_and_both(call, yours, expected, at);
    }
    return call_and_both(call, yours, expected, 0);
}

std::string compare_draws(const Call& call, const Integers& yours, const Floats& probabilities) {
    const Misfit m = misfit(yours, probabilities);
    return line(either("drawn", "抽到"), format(either("%lld: %zu times in %zu, expected about %.1f",
                                                       "%lld：%zu 次（共 %zu 次），应约为 %.1f 次"),
                                                static_cast<long long>(m.number), m.times, yours.size(), m.expected)) +
           "|\n" + inputs(call, 0, Floats{}) + rows_of(either("chances", "概率"), probabilities, 0);
}

const std::vector<std::size_t>* shape_of(const Value& value) {
    if (const auto* floats = std::get_if<Floats>(&value.is)) return &floats->shape;
    if (const auto* integers = std::get_if<Integers>(&value.is)) return &integers->shape;
    return nullptr;
}

/// What a shape does not show and may be the reason why a call has to be refused.
std::string not_numbers(const Floats& array) {
    const auto refused = [](float e) { return std::isnan(e) || e == INFINITY; };
    const auto found = std::find_if(array.begin(), array.end(), refused);
    if (found != array.end()) {
        const auto at = static_cast<std::size_t>(found - array.begin());
        return either(" with ", "，其中 ") + position(at, array.shape) + either(" ", " 是 ") + number(*found);
    }
    const bool all = array.size() > 0 && std::all_of(array.begin(), array.end(), [](float e) { return std::isinf(e); });
    return all ? either(", all -inf", "，全是 -inf") : "";
}

/// A number, a few whole ones in a row, or words, as they are; else a shape. Empty for what is none of these.
std::string in_brief(const Value& value) {
    constexpr std::size_t few = 8;
    if (const auto* whole = std::get_if<std::int64_t>(&value.is)) return element(*whole);
    if (const auto* one = std::get_if<double>(&value.is)) return argument(*one);
    if (const auto* floats = std::get_if<Floats>(&value.is)) return shape_text(floats->shape) + not_numbers(*floats);
    if (const auto* words = std::get_if<std::string>(&value.is)) return quoted(*words, room / 2);
    if (std::holds_alternative<Values>(value.is)) return on_a_line(value, room).value_or("");
    const auto* integers = std::get_if<Integers>(&value.is);
    if (integers && integers->shape.size() == 1 && integers->size() > 0 && integers->size() <= few) {
        std::string list;
        for (const std::int64_t one : integers->values) list += (list.empty() ? "[" : ", ") + element(one);
        return list + "]";
    }
    const auto* shape = shape_of(value);
    return shape ? shape_text(*shape) : "";
}

/// A value's shape where it has one; text and numbers as they are.
std::string measure(const Value& value) {
    if (const auto* text = std::get_if<std::string>(&value.is)) return quoted(*text, room / 2);
    if (const auto* shape = shape_of(value)) return shape_text(*shape);
    if (const auto* number = std::get_if<double>(&value.is)) return argument(*number);
    return on_a_line(value, room / 2).value_or(either("several values", "多个值"));
}

/// "returned 3", "返回了 3", "返回了多个值".
std::string returned(const Outcome& outcome) {
    const std::string what = outcome.outputs.empty() ? either("nothing", "空") : measure(outcome.outputs[0]);
    const bool in_chinese = static_cast<unsigned char>(what[0]) >= 0x80;
    return either("returned ", in_chinese ? "返回了" : "返回了 ") + what;
}

std::string compare_outputs(const Call& call, const Value& yours, const Value& wanted, const Expectation& expected) {
    if (expected.distribution) {
        const auto* draws = std::get_if<Integers>(&yours.is);
        if (draws && draws->size() > 0) return compare_draws(call, *draws, std::get<Floats>(wanted.is));
    }
    const bool same_kind = yours.is.index() == wanted.is.index();
    const auto* shape = shape_of(wanted);
    if (!same_kind || (shape && *shape != *shape_of(yours))) {
        return line(either("shape", "形状"),
                    either("yours ", "你的 ") + measure(yours) + either("  expected ", "  应为 ") + measure(wanted)) +
               line(either("inputs", "输入"), shapes(call));
    }
    if (const auto* floats = std::get_if<Floats>(&wanted.is)) {
        return compare_values(call, std::get<Floats>(yours.is), *floats, expected.tolerance);
    }
    return compare_others(call, yours, wanted, expected.tolerance);
}

bool fits(const Value& yours, const Value& wanted, const Expectation& expected) {
    return expected.distribution ? false : close(yours, wanted, expected.tolerance);
}

}  // namespace

std::string shapes(const Call& call) {
    std::string text;
    for (const auto& [name, value] : call.arguments) {
        if (const std::string what = in_brief(value); !what.empty())
            text += (text.empty() ? "" : either(", ", "、")) + shown(name) + " " + what;
    }
    return text;
}

namespace {

/// What was thrown, whole: the useful half of a message may be its second.
std::string thrown(const std::string& label, const std::string& before, const Outcome& outcome) {
    return lines(label, before + (outcome.what.empty() ? either("an exception without a message", "没有附带消息的异常")
                                                       : on_one_line(outcome.what)));
}

/// What a test that catches exceptions itself, to look at what is left behind, says of one.
bool is_refusal(const Value& value) {
    const auto* text = std::get_if<std::string>(&value.is);
    return text && *text == the_refusal;
}

std::string refused(const std::string& yours, const Call& call) {
    return line(either("expected", "应为"), either("std::invalid_argument: this has to be refused",
                                                   "抛出 std::invalid_argument：这样的调用应当拒绝")) +
           yours + lines(either("inputs", "输入"), shapes(call));
}

std::string refused_otherwise(const Value& yours, const Call& call) {
    const bool threw = std::get<std::string>(yours.is) == another_exception;
    return refused(line(either("yours", "你的"), threw ? either("threw another exception", "抛出了别的异常")
                                                       : either("threw nothing", "什么也没抛出")),
                   call);
}

}  // namespace

std::string report(const Call& call, const Outcome& outcome, const Expectation& expected) {
    using Kind = Outcome::Kind;
    std::string text;
    if (expected.invalid_argument && outcome.kind != Kind::invalid_argument) {
        const char* mine = either("yours", "你的");
        text += refused(outcome.kind == Kind::returned ? line(mine, returned(outcome))
                                                       : thrown(mine, either("threw: ", "抛出了："), outcome),
                        call);
    } else if (outcome.kind != Kind::returned && !expected.invalid_argument) {
        text += thrown(either("threw", "抛出异常"), "", outcome);
        text += lines(either("inputs", "输入"), shapes(call));
    } else if (!outcome.modified.empty()) {
        text += line(either("inputs", "输入"),
                     either("changed, but must be left as they were:", "被改动了，应当保持原样："));
        for (const auto& name : outcome.modified) text += line("", name);
    } else {
        for (std::size_t k = 0; k < std::min(outcome.outputs.size(), expected.outputs.size()); ++k) {
            if (fits(outcome.outputs[k], expected.outputs[k], expected)) continue;
            if (is_refusal(expected.outputs[k])) {
                text += refused_otherwise(outcome.outputs[k], call);
                break;
            }
            if (expected.names.size() > 1) text += line(either("output", "输出"), shown(expected.names[k]));
            text += compare_outputs(call, outcome.outputs[k], expected.outputs[k], expected);
            break;
        }
    }
    if (text.starts_with("|\n")) text.erase(0, 2);  // nothing is said before the values
    std::string cut_text;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = text.find('\n', from);
        cut_text += cut(text.substr(from, to - from)) + "\n";
        from = to + 1;
    }
    if (!cut_text.empty()) cut_text.pop_back();
    return cut_text;
}

std::string report(const Again& again, const Expectation& expected) {
    const std::string label = either("again", "再次调用");
    if (again.outcome.kind == Outcome::Kind::ended) {
        return line(label, either("the process ended: ", "进程结束了：") + again.ended) +
               cut(line(either("inputs", "输入"), shapes(again.made)));
    }
    return line(label, either("right when it comes first, wrong after calls with other inputs",
                              "第一个调用它时是对的；用别的输入调用过之后，再调用就错了")) +
           report(again.made, again.outcome, expected);
}

}  // namespace grader
