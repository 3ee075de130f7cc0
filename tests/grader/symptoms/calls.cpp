// Which calls fail, of those that shapes do not refuse.

#include <map>
#include <set>

#include "grader/symptoms/seen.hpp"

namespace grader {
namespace {

/// True where just the calls that `is_kind` takes can fail, and of the others two have passed.
bool fails_only(const Records& records, const std::function<bool(const Call&)>& is_kind) {
    std::size_t others_passed = 0;
    for (const Record* r : records) {
        if (r->expected.invalid_argument) {
            if (r->failed) return false;
            continue;
        }
        const bool kind = is_kind(r->call);
        if (r->failed && !kind) return false;
        others_passed += !r->failed && !kind;
    }
    return others_passed >= 2;
}

/// The first input that is an array.
const Floats* first_array(const Call& call) {
    for (const auto& [name, value] : call.arguments) {
        if (const auto* array = std::get_if<Floats>(&value.is); array && !is_output_before(name)) return array;
    }
    return nullptr;
}

std::optional<Symptom> of_shapes_of(const Records& records) {
    struct OfShape {
        const char *id, *en, *zh;
        bool (*is)(const Floats&);
    };
    static constexpr OfShape kinds[] = {
        {"zero-rows", "Only calls with zero rows fail.", "只有零行的调用失败。",
         [](const Floats& x) { return x.size() == 0; }},
        {"rank-1", "Only calls with one axis fail.", "只有一维输入的调用失败。",
         [](const Floats& x) { return x.shape.size() == 1; }},
        {"rank-above-2", "Only calls with more than two axes fail.", "只有超过二维的输入才失败。",
         [](const Floats& x) { return x.shape.size() > 2; }},
        {"rank-not-2", "Calls with two axes pass; only others fail.", "二维输入都通过，失败的都不是二维的。",
         [](const Floats& x) { return x.shape.size() != 2; }},
        {"several-rows", "A single row is right; only calls with more rows fail.",
         "单独一行是对的；只有多行的调用失败。", [](const Floats& x) { return x.rows() > 1; }},
        {"one-row", "Only calls with a single row fail.", "只有单独一行的调用失败。",
         [](const Floats& x) { return x.rows() == 1; }},
        {"square", "Only calls with as many rows as columns fail.", "只有行数与列数相等的调用失败。",
         [](const Floats& x) { return x.rows() == x.width(); }},
    };
    for (const OfShape& kind : kinds) {
        const auto is = [&](const Call& call) {
            const Floats* x = first_array(call);
            return x && kind.is(*x);
        };
        // Empty calls pass with nearly every answer and show nothing.
        std::size_t shown = 0;
        for (const Record* r : records) {
            const Floats* x = first_array(r->call);
            shown += !r->failed && !r->expected.invalid_argument && x && x->size() > 0 && !kind.is(*x);
        }
        if (shown >= 2 && fails_only(records, is)) return symptom(kind.id, kind.en, kind.zh);
    }
    return std::nullopt;
}

/// Whether an argument is given, and which number it is.
std::optional<Symptom> of_arguments(const Records& records) {
    std::set<std::string> names;
    for (const Record* r : records) {
        for (const auto& [name, value] : r->call.arguments) names.insert(name);
    }
    for (const std::string& name : names) {
        if (is_output_before(name)) continue;
        if (fails_only(records, [&](const Call& call) { return call.find(name) != nullptr; })) {
            return symptom("only-with", "Only calls with the argument " + name + " fail.",
                           "只有带参数 " + name + " 的调用失败。");
        }
        if (fails_only(records, [&](const Call& call) { return call.find(name) == nullptr; })) {
            return symptom("only-without", "Only calls without the argument " + name + " fail.",
                           "只有不带参数 " + name + " 的调用失败。");
        }
        std::map<double, std::size_t> passed;  // how often, by the number that the argument was
        for (const Record* r : records) {
            const Value* value = r->call.find(name);
            const auto* number = value ? std::get_if<double>(&value->is) : nullptr;
            if (number && !r->failed && !r->expected.invalid_argument) ++passed[*number];
        }
        for (const auto& [number, times] : passed) {
            const auto other = [&, wanted = number](const Call& call) {
                const Value* value = call.find(name);
                const auto* given = value ? std::get_if<double>(&value->is) : nullptr;
                return given && *given != wanted;
            };
            if (!fails_only(records, other)) continue;
            return symptom("other-number",
                           "No call in which " + name + " is " + digits(number) + " fails, only others do.",
                           name + " 为 " + digits(number) + " 的调用都通过，失败的都是别的取值。");
        }
    }
    return std::nullopt;
}

/// The outputs that are there before the call: of another shape, or of the right one and full of NaN.
std::optional<Symptom> of_outputs_before(const Records& records) {
    const auto is_nan = [](const Call& call) {
        const Floats* before = array(call, output_before(0));
        return before && before->size() > 0 && std::isnan(before->values[0]);
    };
    const auto is_other = [&](const Call& call) { return array(call, output_before(0)) && !is_nan(call); };
    if (fails_only(records, is_other)) {
        return symptom("out-of-another-shape", "Only calls fail in which the output has another shape before.",
                       "只有调用前输出形状不同的调用失败；形状本来就对的都通过。");
    }
    if (fails_only(records, is_nan)) {
        return symptom("out-of-right-shape",
                       "Only calls fail in which the output has the right shape before; it is full of NaN then.",
                       "只有调用前输出形状已经合适的调用失败；那时里面全是 NaN。");
    }
    return std::nullopt;
}

/// A number of each call from which on, or up to which, calls fail.
std::optional<Symptom> of_thresholds(const Records& records) {
    struct Number {
        const char *id, *en, *zh;  // of what is counted: "more than 16 columns"
        double (*of)(const Floats&);
    };
    static constexpr Number numbers[] = {
        {"columns", "columns", "列数", [](const Floats& x) { return static_cast<double>(x.width()); }},
        {"rows", "rows", "行数", [](const Floats& x) { return static_cast<double>(x.rows()); }},
    };
    const auto non_empty = [](const Record* r) {
        const Floats* x = first_array(r->call);
        return x && x->size() > 0 && !r->expected.invalid_argument;
    };
    for (const Number& number : numbers) {
        double most_passed = 0, least_failed = INFINITY, least_passed = INFINITY, most_failed = 0;
        std::set<double> passed;
        for (const Record* r : records) {
            if (r->expected.invalid_argument && r->failed) return std::nullopt;
            if (!non_empty(r)) {
                if (r->failed) return std::nullopt;
                continue;
            }
            const double n = number.of(*first_array(r->call));
            if (!r->failed) passed.insert(n);
            (r->failed ? most_failed : most_passed) = std::max(r->failed ? most_failed : most_passed, n);
            (r->failed ? least_failed : least_passed) = std::min(r->failed ? least_failed : least_passed, n);
        }
        if (passed.size() < 2) continue;
        const std::string en = number.en, zh = number.zh;
        if (most_passed < least_failed) {
            return symptom("many",
                           "Calls with up to " + digits(most_passed) + " " + en + " pass; only those with " +
                               digits(least_failed) + " or more fail.",
                           zh + "不超过 " + digits(most_passed) + " 的调用都通过；失败的都是" + zh + "达到 " +
                               digits(least_failed) + " 的。");
        }
        if (most_failed < least_passed) {
            return symptom("few",
                           "Calls with " + digits(least_passed) + " " + en + " or more pass; only those with up to " +
                               digits(most_failed) + " fail.",
                           zh + "达到 " + digits(least_passed) + " 的调用都通过；失败的都是" + zh + "不超过 " +
                               digits(most_failed) + " 的。");
        }
    }
    // How large the numbers are.
    double most_passed = 0, least_failed = INFINITY, least_passed = INFINITY, most_failed = 0;
    std::size_t passed = 0;
    for (const Record* r : records) {
        if (!non_empty(r)) continue;
        double largest = 0;
        for (const float x : *first_array(r->call)) largest = std::max(largest, std::abs(double{x}));
        if (largest == 0 && !r->failed) continue;
        passed += !r->failed;
        (r->failed ? most_failed : most_passed) = std::max(r->failed ? most_failed : most_passed, largest);
        (r->failed ? least_failed : least_passed) = std::min(r->failed ? least_failed : least_passed, largest);
    }
    if (passed >= 2 && most_passed < least_failed) {
        return symptom(
            "large-numbers",
            "Calls with numbers up to " + digits(most_passed) + " in size pass; only those with larger ones fail.",
            "数的绝对值不超过 " + digits(most_passed) + " 的调用都通过；失败的调用里都有更大的数。");
    }
    if (passed >= 2 && most_failed < least_passed) {
        return symptom("small-numbers",
                       "Only calls fail in which no number exceeds " + digits(most_failed) + " in size.",
                       "只有所有数的绝对值都不超过 " + digits(most_failed) + " 的调用失败。");
    }
    for (const Number& number : numbers) {
        for (const std::size_t step : {64u, 32u, 16u, 8u, 4u}) {
            const auto rest = [&](const Call& call) {
                const Floats* x = first_array(call);
                return x && static_cast<std::size_t>(number.of(*x)) % step != 0;
            };
            const auto multiples = std::count_if(records.begin(), records.end(), [&](const Record* r) {
                return !r->failed && non_empty(r) && !rest(r->call);
            });
            if (multiples < 3 || !fails_only(records, rest)) continue;
            return symptom(
                "multiple",
                "Where the number of " + std::string(number.en) + " is a multiple of " + std::to_string(step) +
                    ", yours is right; only other calls fail.",
                std::string(number.zh) + "是 " + std::to_string(step) + " 的倍数时都是对的；失败的都是其余的调用。");
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<Symptom> of_calls(const Records& records) {
    for (const auto ask : {of_outputs_before, of_shapes_of, of_arguments, of_thresholds}) {
        if (auto found = ask(records)) return found;
    }
    return std::nullopt;
}

}  // namespace grader
