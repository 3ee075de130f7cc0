// Which calls fail, of those that shapes do not refuse.

#include <set>

#include "grader/symptoms/seen.hpp"

namespace grader {
namespace {

using IsKind = std::function<bool(const Call&)>;
/// Whether just the calls of a kind fail.
using FailsOnly = bool (*)(const Records&, const IsKind&);

/// True where just the calls that `is_kind` takes fail: all of them, `enough` at least, and of the others two have passed.
/// Where some of the kind pass, it is something else that those which fail have in common.
bool fails_only(const Records& records, const IsKind& is_kind, std::size_t enough, bool some_may_pass = false) {
    std::size_t others_passed = 0, failed = 0;
    for (const Record* r : records) {
        const bool kind = is_kind(r->call);
        if (kind != r->failed && (r->failed || !some_may_pass)) return false;
        failed += r->failed;
        others_passed += !kind;
    }
    return others_passed >= 2 && failed >= enough;
}
bool all_fail(const Records& records, const IsKind& is_kind) { return fails_only(records, is_kind, 2); }

/// The first input that is an array.
const Floats* first_array(const Call& call) {
    for (const auto& [name, value] : call.arguments) {
        if (const auto* array = std::get_if<Floats>(&value.is); array && !is_output_before(name)) return array;
    }
    return nullptr;
}

/// Some of the kind pass, but if one call failed as easily as another, all the others would pass once in a hundred times at
/// most. Calls without a number pass with nearly every answer.
bool some_fail(const Records& records, const IsKind& is_kind) {
    std::size_t calls = 0, failed = 0, others = 0;
    for (const Record* r : records) {
        const Floats* x = first_array(r->call);
        if (x && x->size() == 0) {
            if (r->failed) return false;
            continue;
        }
        const bool kind = is_kind(r->call);
        if (r->failed && !kind) return false;
        ++calls;
        failed += r->failed;
        others += !kind;
    }
    double by_chance = 1;
    for (std::size_t i = 0; i < others && i + failed <= calls; ++i)
        by_chance *= static_cast<double>(calls - failed - i) / static_cast<double>(calls - i);
    return failed >= 2 && by_chance <= 0.01;
}

std::optional<Symptom> of_shapes_of(const Records& records, FailsOnly fails_only_these) {
    struct OfShape {
        const char *id, *en, *zh;
        bool (*is)(const Floats&);
    };
    static constexpr OfShape kinds[] = {
        {"zero-rows", "Only calls with zero rows fail.", "只有零行的调用失败。",
         [](const Floats& x) {
             return x.size() == 0 && std::any_of(x.shape.begin(), x.shape.end() - 1, [](auto n) { return n == 0; });
         }},
        {"empty", "Only calls whose input has no numbers fail.", "只有输入里一个数也没有的调用失败。",
         [](const Floats& x) { return x.size() == 0; }},
        {"rank-1", "Only calls whose input has one axis fail.", "只有一维输入的调用失败。",
         [](const Floats& x) { return x.shape.size() == 1; }},
        {"rank-above-2", "Only calls whose input has more than two axes fail.", "只有超过二维的输入才失败。",
         [](const Floats& x) { return x.shape.size() > 2; }},
        {"rank-not-2", "Calls whose input has two axes pass; only others fail.", "二维输入都通过，失败的都不是二维的。",
         [](const Floats& x) { return x.shape.size() != 2; }},
        {"several-rows", "Calls with a single row pass; only calls with several rows fail.",
         "只有一行的调用都通过，失败的都是多行的。", [](const Floats& x) { return x.rows() > 1; }},
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
            shown += !r->failed && x && x->size() > 0 && !kind.is(*x);
        }
        // With nothing to compute, some pass by luck, and one is enough.
        const bool empty = kind.id == std::string("zero-rows") || kind.id == std::string("empty");
        if (shown >= 2 && (empty ? fails_only(records, is, 1, true) : fails_only_these(records, is)))
            return symptom(kind.id, kind.en, kind.zh);
    }
    return std::nullopt;
}

/// Whether an argument is given, and which number it is.
std::optional<Symptom> of_arguments(const Records& records, FailsOnly fails_only_these) {
    std::set<std::string> names;
    for (const Record* r : records) {
        for (const auto& [name, value] : r->call.arguments) names.insert(name);
    }
    for (const std::string& name : names) {
        if (is_output_before(name) || is_of_the_test(name)) continue;
        // Where other arguments come or go with it, a test says the same in two ways.
        std::set<std::string> with, without;
        for (const Record* r : records) {
            for (const auto& [other, value] : r->call.arguments)
                if (other != name) (r->call.find(name) ? with : without).insert(other);
        }
        const bool alone = with == without;
        if (alone && fails_only_these(records, [&](const Call& call) { return call.find(name) != nullptr; })) {
            return symptom("only-with", "Only calls with " + name + " fail.", "只有带 " + name + " 的调用失败。");
        }
        if (alone && fails_only_these(records, [&](const Call& call) { return call.find(name) == nullptr; })) {
            return symptom("only-without", "Only calls without " + name + " fail.",
                           "只有不带 " + name + " 的调用失败。");
        }
        std::set<double> passed;  // with which numbers
        for (const Record* r : records) {
            const Value* value = r->call.find(name);
            const auto* number = value ? std::get_if<double>(&value->is) : nullptr;
            if (number && !r->failed) passed.insert(*number);
        }
        for (const double number : passed) {
            const auto other = [&](const Call& call) {
                const Value* value = call.find(name);
                const auto* given = value ? std::get_if<double>(&value->is) : nullptr;
                return given && *given != number;
            };
            if (!fails_only_these(records, other)) continue;
            return symptom("other-number",
                           "Calls in which " + name + " is " + digits(number) + " pass; only others fail.",
                           name + " 为 " + digits(number) + " 的调用都通过，失败的都是别的取值。");
        }
    }
    return std::nullopt;
}

/// The first output, which is there before the call: of another shape, and then of the right one and full of NaN.
std::optional<Symptom> of_outputs_before(const Records& records, FailsOnly fails_only_these) {
    const auto is_kept = [](const Call& call) {
        const Floats* before = array(call, output_before(0));
        return before && before->size() > 0 && std::isnan(before->values[0]);
    };
    if (!fails_only_these(records, is_kept)) return std::nullopt;
    return symptom("out-of-right-shape",
                   "Only calls whose output has the right shape beforehand fail; it is full of NaN then.",
                   "失败的都是这样的调用：输出的形状事先就是对的，里面全是 NaN。");
}

double columns(const Floats& x) { return static_cast<double>(x.width()); }
double rows(const Floats& x) { return static_cast<double>(x.rows()); }
double largest(const Floats& x) {
    double most = 0;
    for (const float value : x) most = std::max(most, std::abs(double{value}));
    return most;
}

/// Whether calls pass up to some number of theirs and fail from there on. Few calls are parted by any number: it has to be one
/// order in fifty, and the two sides `apart` times as far from each other.
struct Parted {
    std::set<double> passed, failed;
    double apart;

    Parted(const Records& records, double (*number)(const Floats&), double apart) : apart(apart) {
        for (const Record* r : records) {
            const Floats* x = first_array(r->call);
            // Of zeros nearly every answer is right.
            if (x && x->size() > 0 && (r->failed || number(*x) != 0)) (r->failed ? failed : passed).insert(number(*x));
        }
    }
    bool enough() const {
        double orders = 1;
        for (std::size_t n = 1; n <= failed.size(); ++n)
            orders *= static_cast<double>(passed.size() + n) / static_cast<double>(n);
        return passed.size() >= 3 && failed.size() >= 3 && orders >= 50;
    }
    bool above() const { return enough() && apart * *passed.rbegin() < *failed.begin(); }
    bool below() const { return enough() && apart * *failed.rbegin() < *passed.begin(); }
};

/// A number of each call from which on, or up to which, calls fail.
std::optional<Symptom> of_thresholds(const Records& records) {
    if (std::any_of(records.begin(), records.end(), [](const Record* r) {
            const Floats* x = first_array(r->call);
            return r->failed && (!x || x->size() == 0);
        })) {
        return std::nullopt;
    }
    const Parted width(records, columns, 1), size(records, largest, 4);
    const auto whole = [](double n) { return std::to_string(static_cast<std::size_t>(n)); };
    if (width.above()) {
        const std::string up_to = whole(*width.passed.rbegin()), from = whole(*width.failed.begin());
        return symptom("many-columns",
                       "Calls with up to " + up_to + " columns pass; those that fail have " + from + " or more.",
                       "列数不超过 " + up_to + " 的调用都通过；失败的都是列数达到 " + from + " 的。");
    }
    if (width.below()) {
        const std::string up_to = whole(*width.failed.rbegin()), from = whole(*width.passed.begin());
        return symptom("few-columns",
                       "Calls with " + from + " columns or more pass; those that fail have at most " + up_to + ".",
                       "列数达到 " + from + " 的调用都通过；失败的都是列数不超过 " + up_to + " 的。");
    }
    if (size.above()) {
        const std::string most = digits_beyond(*size.passed.rbegin(), 1);
        return symptom(
            "large-numbers",
            "Calls with numbers up to " + most + " in absolute value pass; only those with larger ones fail.",
            "数的绝对值不超过 " + most + " 的调用都通过；失败的调用里都有更大的数。");
    }
    if (size.below()) {
        const std::string most = digits_beyond(*size.failed.rbegin(), 1);
        return symptom("small-numbers", "Only calls in which no number exceeds " + most + " in absolute value fail.",
                       "只有所有数的绝对值都不超过 " + most + " 的调用失败。");
    }
    return std::nullopt;
}

/// Whether calls whose number of columns, or of rows, is a multiple pass.
std::optional<Symptom> of_multiples(const Records& records) {
    for (const std::size_t step : {64u, 32u, 16u, 8u, 4u}) {
        for (const bool of_columns : {true, false}) {
            const auto is_rest = [&](const Call& call) {
                const Floats* x = first_array(call);
                return x && static_cast<std::size_t>(of_columns ? columns(*x) : rows(*x)) % step != 0;
            };
            const auto count = [&](bool failed, bool rest) {
                return std::count_if(records.begin(), records.end(), [&](const Record* r) {
                    const Floats* x = first_array(r->call);
                    return r->failed == failed && x && x->size() > 0 && is_rest(r->call) == rest;
                });
            };
            if (count(false, false) < 3 || count(true, true) < 3 || !all_fail(records, is_rest)) continue;
            const std::string en = of_columns ? "columns" : "rows", zh = of_columns ? "列数" : "行数";
            const std::string n = std::to_string(step);
            return symptom("multiple",
                           "Calls whose number of " + en + " is a multiple of " + n + " pass; only others fail.",
                           zh + "是 " + n + " 的倍数的调用都通过；失败的都是其余的调用。");
        }
    }
    return std::nullopt;
}

/// Whether the texts of each argument are UTF-8, by themselves or joined.
bool given_utf8(const Call& call, bool joined) {
    return std::all_of(call.arguments.begin(), call.arguments.end(), [&](const auto& argument) {
        const auto* texts = std::get_if<Values>(&argument.second.is);
        std::string all;
        for (const Value& one : texts ? *texts : Values{argument.second}) {
            const auto* text = std::get_if<std::string>(&one.is);
            if (text && !joined && !is_utf8(*text)) return false;
            if (text) all += *text;
        }
        return !joined || is_utf8(all);
    });
}

std::optional<Symptom> of_given_texts(const Records& records) {
    const auto broken = [](const Call& call) { return !given_utf8(call, true); };
    const auto cut = [](const Call& call) { return given_utf8(call, true) && !given_utf8(call, false); };
    const auto not_whole = [](const Call& call) { return !given_utf8(call, false); };
    if (fails_only(records, broken, 2, true))
        return symptom("broken-text", "Only calls whose bytes are not UTF-8, even when joined, fail.",
                       "只有字节连起来也不是 UTF-8 的调用失败。");
    if (fails_only(records, cut, 2, true))
        return symptom("cut-text",
                       "Only calls whose bytes are UTF-8 when joined, but cut in the middle of a character, fail.",
                       "只有字节连起来是 UTF-8、却在字符中间切开的调用失败。");
    if (fails_only(records, not_whole, 2, true))
        return symptom("text-in-pieces", "Calls in which each piece is UTF-8 by itself pass; only others fail.",
                       "每一段本身都是 UTF-8 的调用都通过；失败的都是其余的调用。");
    return std::nullopt;
}

}  // namespace

/// Those whose shapes fit, where the others are refused; none where one of these is not.
static Records valid_ones(const Records& all) {
    Records records;
    for (const Record* r : all) {
        if (!r->expected.invalid_argument) records.push_back(r);
        else if (r->failed) return {};
    }
    return records;
}

/// Says which array is meant, where calls have several; nothing where it is not always the same.
static std::optional<Symptom> of_the_first(const Records& records, Symptom found) {
    std::set<std::string> firsts;
    bool several = false;
    for (const Record* r : records) {
        std::size_t arrays = 0;
        for (const auto& [name, value] : r->call.arguments) {
            if (!std::holds_alternative<Floats>(value.is) || is_output_before(name)) continue;
            if (++arrays == 1) firsts.insert(name);
            several = several || arrays > 1;
        }
    }
    if (firsts.size() > 1) return std::nullopt;
    if (several) found.text += either(" (This is about ", "（说的是 ") + *firsts.begin() + either(".)", "。）");
    return found;
}

std::optional<Symptom> of_calls(const Records& all) {
    const Records records = valid_ones(all);
    for (const auto ask : {of_outputs_before, of_arguments}) {
        if (auto found = ask(records, all_fail)) return found;
    }
    if (auto found = of_given_texts(records)) return found;
    auto found = of_shapes_of(records, all_fail);
    if (!found) found = of_thresholds(records);
    if (!found) found = of_multiples(records);
    return found ? of_the_first(records, std::move(*found)) : std::nullopt;
}

std::optional<Symptom> of_some_calls(const Records& all) {
    const Records records = valid_ones(all);
    for (const auto ask : {of_outputs_before, of_arguments, of_shapes_of}) {
        auto found = ask(records, some_fail);
        if (!found) continue;
        found->id += "-some";
        found->text += either(" Not all of them do.", "但也不是个个都失败。");
        return ask == of_shapes_of ? of_the_first(records, std::move(*found)) : found;
    }
    return std::nullopt;
}

}  // namespace grader
