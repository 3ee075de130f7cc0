#include "grader/symptoms.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>
#include <set>

#include "grader/language.hpp"
#include "grader/questions.hpp"

namespace grader {
namespace {

/// One wrong output.
struct Seen {
    const Floats& yours;
    const Floats& expected;
    const Call& call;
    std::vector<std::size_t> wrong;
    double near;  // how near two equal numbers are, as a part of the largest

    bool same(double a, double b) const { return std::abs(a - b) <= near * std::max(std::abs(a), std::abs(b)); }
    std::size_t rows() const { return expected.rows(); }
    std::size_t width() const { return expected.width(); }
};
using All = std::vector<Seen>;

Symptom symptom(const char* id, const std::string& en, const std::string& zh) {
    return {id, either(en.c_str(), zh.c_str())};
}

std::string digits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

/// True where `holds` for each, and there are at least `enough` numbers that could have shown otherwise: `free` says how many
/// one of them has.
bool all(const All& seen, const std::function<std::size_t(const Seen&)>& free,
         const std::function<bool(const Seen&)>& holds, std::size_t enough = 3) {
    std::size_t shown = 0;
    for (const Seen& s : seen) shown += free(s);
    return shown >= enough && std::all_of(seen.begin(), seen.end(), holds);
}
std::size_t elements_of(const Seen& s) { return s.expected.size(); }
std::size_t elements_but_one(const Seen& s) { return s.expected.size() - 1; }

/// `yours` are `expected`, read at another place.
bool moved(const Seen& s, const std::function<std::size_t(std::size_t row, std::size_t column)>& from) {
    for (std::size_t i = 0; i < s.expected.size(); ++i) {
        const std::size_t at = from(i / s.width(), i % s.width());
        if (at >= s.expected.size() || !s.same(s.yours.values[i], s.expected.values[at])) return false;
    }
    return true;
}

/// The number by which a part of `expected` is multiplied to give `yours`; nothing where there is none.
std::optional<double> factor(const Seen& s, std::size_t first, std::size_t count, std::size_t stride) {
    std::size_t largest = first;
    for (std::size_t k = 0; k < count; ++k) {
        if (std::abs(s.expected.values[first + k * stride]) > std::abs(s.expected.values[largest]))
            largest = first + k * stride;
    }
    const double expected = s.expected.values[largest], yours = s.yours.values[largest];
    if (expected == 0) {
        bool zeros = true;
        for (std::size_t k = 0; k < count; ++k) zeros = zeros && s.yours.values[first + k * stride] == 0;
        return zeros ? std::optional(1.0) : std::nullopt;
    }
    const double ratio = yours / expected;
    if (!std::isfinite(ratio) || ratio == 0) return std::nullopt;
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t i = first + k * stride;
        // Beside the largest, a small one may have been rounded more.
        if (std::abs(s.yours.values[i] - ratio * s.expected.values[i]) >
            s.near * std::max(std::abs(ratio * s.expected.values[i]), 0.1 * std::abs(yours)))
            return std::nullopt;
    }
    return ratio;
}

/// The number that is added to a part of `expected`.
std::optional<double> constant(const Seen& s, std::size_t first, std::size_t count, std::size_t stride) {
    double most = 0;
    for (std::size_t k = 0; k < count; ++k) {
        most = std::max({most, std::abs(double{s.expected.values[first + k * stride]}),
                         std::abs(double{s.yours.values[first + k * stride]})});
    }
    const double difference = double{s.yours.values[first]} - s.expected.values[first];
    if (!std::isfinite(difference) || !std::isfinite(most)) return std::nullopt;
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t i = first + k * stride;
        if (std::abs(double{s.yours.values[i]} - s.expected.values[i] - difference) > s.near * most)
            return std::nullopt;
    }
    return difference;
}

using Fit = std::optional<double> (*)(const Seen&, std::size_t, std::size_t, std::size_t);

bool in_each_row(const Seen& s, Fit fit) {
    for (std::size_t r = 0; r < s.rows(); ++r) {
        if (!fit(s, r * s.width(), s.width(), 1)) return false;
    }
    return true;
}
bool in_each_column(const Seen& s, Fit fit) {
    for (std::size_t c = 0; c < s.width(); ++c) {
        if (!fit(s, c, s.rows(), s.width())) return false;
    }
    return true;
}

/// What a factor is of the last axis' size, in each call; nothing where it is nothing that is well known.
std::string known_factor(const All& seen, const std::vector<double>& factors) {
    struct Known {
        const char* name;
        double (*of)(double);
    };
    static constexpr Known known[] = {
        {"1 / D", [](double d) { return 1 / d; }},
        {"D", [](double d) { return d; }},
        {"√D", [](double d) { return std::sqrt(d); }},
        {"1 / √D", [](double d) { return 1 / std::sqrt(d); }},
        {"√((D − 1) / D)", [](double d) { return std::sqrt((d - 1) / d); }},
        {"√(D / (D − 1))", [](double d) { return std::sqrt(d / (d - 1)); }},
        {"(D − 1) / D", [](double d) { return (d - 1) / d; }},
        {"D / (D − 1)", [](double d) { return d / (d - 1); }},
    };
    std::set<std::size_t> widths;
    for (const Seen& s : seen) widths.insert(s.width());
    if (widths.size() < 2) return "";
    for (const Known& k : known) {
        const bool fits = std::equal(seen.begin(), seen.end(), factors.begin(), [&](const Seen& s, double ratio) {
            const double wanted = k.of(static_cast<double>(s.width()));
            return std::isfinite(wanted) && std::abs(ratio - wanted) <= 1e-4 * std::abs(wanted);
        });
        if (fits) return k.name;
    }
    return "";
}

/// A symptom that holds of each output by itself.
struct Kind {
    const char *id, *en, *zh;
    std::size_t (*free)(const Seen&);
    bool (*holds)(const Seen&);
};

std::optional<Symptom> first_of(const All& seen, const std::vector<Kind>& kinds) {
    for (const Kind& kind : kinds) {
        if (all(seen, kind.free, kind.holds)) return symptom(kind.id, kind.en, kind.zh);
    }
    return std::nullopt;
}

std::size_t of_several_rows(const Seen& s) { return s.rows() > 1 ? (s.rows() - 1) * s.width() : 0; }
std::size_t of_wide_ones(const Seen& s) { return s.width() > 1 ? s.rows() * (s.width() - 1) : 0; }
std::size_t of_matrices(const Seen& s) { return s.rows() > 1 && s.width() > 1 ? s.expected.size() : 0; }

/// The expected rows, each shifted towards its end.
bool shifted(const Seen& s, std::size_t by) {
    return moved(s, [&](std::size_t row, std::size_t column) { return row * s.width() + (column + by) % s.width(); });
}

const std::vector<Kind> right_numbers_elsewhere = {
    {"transposed", "Every wrong result has the expected numbers in the order of its transpose.",
     "每个错误的结果都是应有的数值按转置后的次序排列。", of_matrices,
     [](const Seen& s) {
         return moved(s, [&](std::size_t row, std::size_t column) {
             const std::size_t at = row * s.width() + column;
             return (at % s.rows()) * s.width() + at / s.rows();
         });
     }},
    {"rows-reversed", "Every wrong result has the expected rows, the last one first.",
     "每个错误的结果都是应有的各行，次序颠倒。", of_several_rows,
     [](const Seen& s) {
         return moved(s,
                      [&](std::size_t row, std::size_t column) { return (s.rows() - 1 - row) * s.width() + column; });
     }},
    {"columns-reversed", "Every wrong result has the expected columns, the last one first.",
     "每个错误的结果都是应有的各列，次序颠倒。", of_wide_ones,
     [](const Seen& s) {
         return moved(s, [&](std::size_t row, std::size_t column) { return row * s.width() + s.width() - 1 - column; });
     }},
    {"halves-swapped", "Every wrong result has the expected numbers, the two halves of each row exchanged.",
     "每个错误的结果都是应有的数值，但每行的前后两半对调了。", of_wide_ones,
     [](const Seen& s) { return shifted(s, s.width() / 2); }},
    {"shifted", "Every wrong result has the expected rows, each shifted by one element.",
     "每个错误的结果都是应有的各行，但每行都错开了一个元素。", of_wide_ones,
     [](const Seen& s) { return shifted(s, s.width() - 1); }},
    {"shifted", "Every wrong result has the expected rows, each shifted by one element.",
     "每个错误的结果都是应有的各行，但每行都错开了一个元素。", of_wide_ones,
     [](const Seen& s) { return shifted(s, 1); }},
};

const std::vector<Kind> by_rows_and_columns = {
    {"constant", "Every wrong result is the expected one plus one number.", "每个错误的结果都是应有的结果加上一个数。",
     elements_but_one, [](const Seen& s) { return constant(s, 0, s.expected.size(), 1).has_value(); }},
    {"factor-per-row", "In every wrong result each row is the expected one times a number of its own.",
     "每个错误的结果里，每一行都是应有的那一行乘以一个数，各行的数不同。", of_wide_ones,
     [](const Seen& s) { return in_each_row(s, factor); }},
    {"constant-per-row", "In every wrong result each row is the expected one plus a number of its own.",
     "每个错误的结果里，每一行都是应有的那一行加上一个数，各行的数不同。", of_wide_ones,
     [](const Seen& s) { return in_each_row(s, constant); }},
    {"factor-per-column", "In every wrong result each column is the expected one times a number of its own.",
     "每个错误的结果里，每一列都是应有的那一列乘以一个数，各列的数不同。", of_several_rows,
     [](const Seen& s) { return in_each_column(s, factor); }},
    {"constant-per-column", "In every wrong result each column is the expected one plus a number of its own.",
     "每个错误的结果里，每一列都是应有的那一列加上一个数，各列的数不同。", of_several_rows,
     [](const Seen& s) { return in_each_column(s, constant); }},
    {"one-row-for-all", "In every wrong result all rows are the same.", "每个错误的结果里，所有的行都一样。",
     of_several_rows,
     [](const Seen& s) {
         for (std::size_t i = 0; i < s.yours.size(); ++i) {
             if (s.yours.values[i] != s.yours.values[i % s.width()]) return false;
         }
         return true;
     }},
};

/// The number by which all of each output is multiplied; empty where one has none.
std::vector<double> factors_of(const All& seen) {
    std::vector<double> factors;
    for (const Seen& s : seen) {
        const auto ratio = factor(s, 0, s.expected.size(), 1);
        if (!ratio) return {};
        factors.push_back(*ratio);
    }
    return factors;
}

/// Each result is a multiple of the expected one.
Symptom of_factors(const All& seen, const std::vector<double>& factors) {
    const std::string known = known_factor(seen, factors), one = digits(factors[0]);
    if (!known.empty()) {
        return symptom("factor",
                       "Every wrong result is the expected one times " + known + ", D being the size of the last axis.",
                       "每个错误的结果都是应有结果的 " + known + " 倍（D 是最后一个轴的大小）。");
    }
    if (std::all_of(factors.begin(), factors.end(),
                    [&](double f) { return std::abs(f - factors[0]) <= 1e-4 * std::abs(factors[0]); })) {
        return symptom("factor", "Every wrong result is the expected one times " + one + ".",
                       "每个错误的结果都是应有结果的 " + one + " 倍。");
    }
    return symptom("factor-per-call", "Every wrong result is the expected one times one number, in each call another.",
                   "每个错误的结果都是应有的结果乘以一个数，每次调用各不相同。");
}

const Floats* argument(const Call& call, const std::string& name) {
    const Value* value = call.find(name);
    return value ? std::get_if<Floats>(&value->is) : nullptr;
}

std::optional<Symptom> of_values(const All& seen) {
    const bool equal_but_for_rounding = std::any_of(seen.begin(), seen.end(), [](const Seen& s) {
        return std::equal(s.yours.begin(), s.yours.end(), s.expected.begin(),
                          [&](float a, float b) { return s.same(a, b); });
    });
    if (equal_but_for_rounding) return std::nullopt;
    if (all(
            seen, elements_of,
            [](const Seen& s) {
                return std::all_of(s.wrong.begin(), s.wrong.end(),
                                   [&](std::size_t i) { return !std::isfinite(s.yours.values[i]); });
            },
            1)) {
        return symptom("not-finite", "Wherever yours is wrong, it is NaN or infinite.",
                       "凡是出错的地方，你的结果都是 NaN 或无穷大。");
    }
    if (all(seen, elements_of, [](const Seen& s) {
            return std::all_of(s.yours.begin(), s.yours.end(), [](float y) { return y == 0; });
        })) {
        return symptom("zeros", "Every wrong result is all zeros.", "每个错误的结果都全是零。");
    }
    for (const auto& [name, value] : seen[0].call.arguments) {
        if (is_output_before(name)) continue;
        if (all(seen, elements_of, [&name = name](const Seen& s) {
                const Floats* input = argument(s.call, name);
                return input && input->values == s.yours.values;
            })) {
            return symptom("equals-input", "Every wrong result has exactly the numbers of the input " + name + ".",
                           "每个错误的结果都和输入 " + name + " 的数值完全一样。");
        }
    }
    const std::vector<double> factors = factors_of(seen);
    if (!factors.empty() && all(seen, elements_of, [](const Seen&) { return true; }) &&
        std::equal(seen.begin(), seen.end(), factors.begin(), [](const Seen& s, double f) { return s.same(f, -1); })) {
        return symptom("sign", "Every wrong result is the expected one with its sign turned.",
                       "每个错误的结果都与应有的结果符号相反。");
    }
    if (auto found = first_of(seen, right_numbers_elsewhere)) return found;
    if (!factors.empty() && all(seen, elements_but_one, [](const Seen&) { return true; }))
        return of_factors(seen, factors);
    return first_of(seen, by_rows_and_columns);
}

/// True where of each output just the elements that `is_place` takes can be wrong, and there are both kinds.
bool wrong_only(const All& seen, const std::function<bool(const Seen&, std::size_t)>& is_place) {
    std::size_t others = 0, wrong = 0;
    for (const Seen& s : seen) {
        for (const std::size_t i : s.wrong) {
            if (!is_place(s, i)) return false;
        }
        wrong += s.wrong.size();
        for (std::size_t i = 0; i < s.expected.size(); ++i) others += !is_place(s, i);
    }
    return wrong >= 2 && others >= 3;
}

/// An input as large as the output, element for element.
std::optional<std::string> elementwise_input(const All& seen) {
    for (const auto& [name, value] : seen[0].call.arguments) {
        if (!is_output_before(name) && std::all_of(seen.begin(), seen.end(), [&name = name](const Seen& s) {
                const Floats* input = argument(s.call, name);
                return input && input->shape == s.expected.shape;
            })) {
            return name;
        }
    }
    return std::nullopt;
}

std::optional<Symptom> of_places(const All& seen) {
    if (wrong_only(seen, [](const Seen& s, std::size_t i) { return i >= s.width(); })) {
        const bool last =
            wrong_only(seen, [](const Seen& s, std::size_t i) { return i >= s.expected.size() - s.width(); }) &&
            std::any_of(seen.begin(), seen.end(), [](const Seen& s) { return s.rows() > 2; });
        return last ? symptom("last-row", "Only the last row is wrong.", "只有最后一行出错。")
                    : symptom("first-row-right", "The first row is always right; what is wrong are later rows.",
                              "第一行总是对的，错的都在后面的行。");
    }
    for (const std::size_t step : {4u, 8u, 16u, 32u, 64u}) {
        const auto in_tail = [step](const Seen& s, std::size_t i) { return i % s.width() >= s.width() / step * step; };
        if (wrong_only(seen, in_tail)) {
            const std::string n = std::to_string(step);
            return symptom("tail",
                           "Only the end of a row is wrong: the columns from the last multiple of " + n + " on.",
                           "只有每行的末尾出错：从 " + n + " 的最后一个整数倍那一列起。");
        }
    }
    if (wrong_only(seen, [](const Seen& s, std::size_t i) { return i % s.width() == s.width() - 1; })) {
        return symptom("last-column", "Only the last column is wrong.", "只有最后一列出错。");
    }
    if (wrong_only(seen, [](const Seen& s, std::size_t i) { return i % s.width() > 0; })) {
        return symptom("first-column-right", "The first column is always right.", "第一列总是对的。");
    }
    const auto name = elementwise_input(seen);
    if (!name) return std::nullopt;
    const auto x = [&](const Seen& s, std::size_t i) { return argument(s.call, *name)->values[i]; };
    if (wrong_only(seen, [&](const Seen& s, std::size_t i) { return x(s, i) < 0; })) {
        return symptom("negatives", "Yours is wrong only where " + *name + " is negative.",
                       "只有 " + *name + " 为负的地方出错。");
    }
    if (wrong_only(seen, [&](const Seen& s, std::size_t i) { return x(s, i) > 0; })) {
        return symptom("positives", "Yours is wrong only where " + *name + " is positive.",
                       "只有 " + *name + " 为正的地方出错。");
    }
    float least = INFINITY, most = 0;  // of |x| where it is wrong
    for (const Seen& s : seen) {
        for (const std::size_t i : s.wrong)
            least = std::min(least, std::abs(x(s, i))), most = std::max(most, std::abs(x(s, i)));
    }
    if (least > 0 && wrong_only(seen, [&](const Seen& s, std::size_t i) { return std::abs(x(s, i)) >= least; })) {
        return symptom("large", "Yours is right wherever |" + *name + "| is below " + digits(least) + ".",
                       "只要 |" + *name + "| 小于 " + digits(least) + "，结果都是对的。");
    }
    if (wrong_only(seen, [&](const Seen& s, std::size_t i) { return std::abs(x(s, i)) <= most; })) {
        return symptom("small", "Yours is right wherever |" + *name + "| is above " + digits(most) + ".",
                       "只要 |" + *name + "| 大于 " + digits(most) + "，结果都是对的。");
    }
    return std::nullopt;
}

/// How far off all are, where that is little.
std::optional<Symptom> of_size(const All& seen) {
    double most = 0;
    for (const Seen& s : seen) {
        double largest = 0;
        for (const float e : s.expected) largest = std::max(largest, std::abs(double{e}));
        for (const std::size_t i : s.wrong)
            most = std::max(most, std::abs(double{s.yours.values[i]} - s.expected.values[i]) / largest);
    }
    if (!(most < 1e-2)) return std::nullopt;
    return symptom("nearly",
                   "All wrong numbers are close: off by at most " + digits(most) + " of the largest expected one.",
                   "错误的数值都很接近：偏差至多是应有的最大值的 " + digits(most) + "。");
}

const Floats* first_array(const Call& call) {
    for (const auto& [name, value] : call.arguments) {
        if (const auto* array = std::get_if<Floats>(&value.is); array && !is_output_before(name)) return array;
    }
    return nullptr;
}

/// Which calls fail, of those that shapes do not refuse, told by what is true of the first input.
std::optional<Symptom> of_calls(const std::vector<const Record*>& records) {
    struct Kind {
        Symptom symptom;
        bool (*is)(const Floats&);
    };
    const Kind kinds[] = {
        {symptom("zero-rows", "Only calls with zero rows fail.", "只有零行的调用失败。"),
         [](const Floats& x) { return x.size() == 0; }},
        {symptom("rank-1", "Only calls with one axis fail.", "只有一维输入的调用失败。"),
         [](const Floats& x) { return x.shape.size() == 1; }},
        {symptom("rank-above-2", "Only calls with more than two axes fail.", "只有超过二维的输入才失败。"),
         [](const Floats& x) { return x.shape.size() > 2; }},
        {symptom("rank-not-2", "Calls with two axes pass; only others fail.", "二维输入都通过，失败的都不是二维的。"),
         [](const Floats& x) { return x.shape.size() != 2; }},
        {symptom("several-rows", "A single row is right; only calls with more rows fail.",
                 "单独一行是对的；只有多行的调用失败。"),
         [](const Floats& x) { return x.rows() > 1; }},
    };
    for (const Kind& kind : kinds) {
        std::size_t others_passed = 0;
        bool holds = true;
        for (const Record* r : records) {
            if (r->expected.invalid_argument && !r->failed) continue;
            const Floats* x = first_array(r->call);
            if (!x || (r->failed && (r->expected.invalid_argument || !kind.is(*x)))) holds = false;
            else if (!r->failed && !kind.is(*x) && x->size() > 0) ++others_passed;
        }
        if (holds && others_passed >= 2) return kind.symptom;
    }
    return std::nullopt;
}

}  // namespace

std::vector<Symptom> symptoms(const std::vector<const Record*>& records) {
    All seen;
    bool only_unrefused = std::any_of(records.begin(), records.end(), [](const Record* r) { return r->failed; });
    if (!only_unrefused) return {};
    for (const Record* r : records) {
        if (!r->failed) continue;
        only_unrefused = only_unrefused && r->expected.invalid_argument && r->learner.kind == Outcome::Kind::returned;
        if (r->learner.kind != Outcome::Kind::returned || r->expected.invalid_argument || r->expected.distribution)
            continue;
        if (!r->learner.modified.empty()) continue;
        for (std::size_t k = 0; k < std::min(r->learner.outputs.size(), r->expected.outputs.size()); ++k) {
            const auto* yours = std::get_if<Floats>(&r->learner.outputs[k].is);
            const auto* expected = std::get_if<Floats>(&r->expected.outputs[k].is);
            if (!yours || !expected || yours->shape != expected->shape)
                return {};  // the report says what is to be seen there
            auto wrong = compare(*yours, *expected, r->expected.tolerance).wrong;
            const int bits = r->expected.tolerance.bits;
            if (!wrong.empty())
                seen.push_back({*yours, *expected, r->call, std::move(wrong), bits ? std::ldexp(1.0, 1 - bits) : 2e-5});
        }
    }
    if (only_unrefused) {
        return {
            symptom("unrefused",
                    "Whatever fits is right; what fails are calls with shapes that do not fit, which yours accepts.",
                    "形状合适的调用都是对的；失败的都是形状不合、本应拒绝的调用，你的代码却接受了。")};
    }
    std::vector<Symptom> found;
    const auto take = [&](std::optional<Symptom> one) {
        if (one && found.size() < 2) found.push_back(std::move(*one));
    };
    if (!seen.empty()) {
        take(of_values(seen));
        take(of_places(seen));
    }
    take(of_calls(records));
    if (!seen.empty() && found.empty()) take(of_size(seen));
    return found;
}

}  // namespace grader
