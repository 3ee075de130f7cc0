// Where in the results it is wrong.

#include <set>

#include "grader/symptoms/seen.hpp"

namespace grader {
namespace {

/// True where of each output just the elements that `is_place` takes can be wrong, and there are both kinds: of the others three
/// that are not 0, and that part of all.
bool wrong_only(const All& seen, const std::function<bool(const Seen&, std::size_t)>& is_place, double at_least = 0) {
    std::size_t others = 0, wrong = 0, total = 0;
    for (const Seen& s : seen) {
        for (const std::size_t i : s.wrong) {
            if (!is_place(s, i)) return false;
        }
        wrong += s.wrong.size();
        total += s.expected.size();
        for (std::size_t i = 0; i < s.expected.size(); ++i) others += s.expected.values[i] != 0 && !is_place(s, i);
    }
    return wrong >= 2 && others >= 3 && static_cast<double>(others) >= at_least * static_cast<double>(total);
}

/// Whether the first of what is left over after whole groups is wrong too, in nearly all of these results: else the groups are
/// others. `in_rows` says whether each row has groups of its own.
bool begins_wrong(const All& seen, std::size_t step, bool in_rows) {
    std::size_t asked = 0, wrong = 0;
    for (const Seen& s : seen) {
        const std::size_t length = in_rows ? s.width() : s.expected.size(), first = length / step * step;
        for (std::size_t i = first; first < length && i < s.expected.size(); i += length) {
            ++asked;
            wrong += std::binary_search(s.wrong.begin(), s.wrong.end(), i);
        }
    }
    return 10 * wrong >= 9 * asked;
}

/// Results of one axis have no columns: what is counted there are numbers.
Symptom of_numbers(const All& seen, const char* id, const std::string& en, const std::string& zh,
                   const std::string& en_one_axis, const std::string& zh_one_axis) {
    const bool one_axis =
        std::all_of(seen.begin(), seen.end(), [](const Seen& s) { return s.expected.shape.size() == 1; });
    return one_axis ? symptom(id, en_one_axis, zh_one_axis) : symptom(id, en, zh);
}

/// Columns counted from either end, and every second one.
std::optional<Symptom> of_columns(const All& seen) {
    std::set<std::size_t> befores, behinds;  // how many columns are right in each result
    std::size_t rows = 0;
    for (const Seen& s : seen) {
        std::size_t before = SIZE_MAX, behind = SIZE_MAX;
        for (const std::size_t i : s.wrong) {
            before = std::min(before, i % s.width());
            behind = std::min(behind, s.width() - 1 - i % s.width());
        }
        befores.insert(before), behinds.insert(behind);
        rows += s.rows();
    }
    // Where it is another number in each result, or there is only one row, what is in the columns may be what counts.
    const std::size_t before = rows > 1 && befores.size() == 1 ? *befores.begin() : 0,
                      behind = rows > 1 && behinds.size() == 1 ? *behinds.begin() : 0;
    if (seen.size() < 2 && (before > 0 || behind > 0))
        return std::nullopt;  // nor does one result show which columns count
    const std::string n = std::to_string(before), m = std::to_string(behind);
    if (before > 0 && wrong_only(seen, [&](const Seen& s, std::size_t i) { return i % s.width() >= before; })) {
        return before == 1
                   ? of_numbers(seen, "first-column-right", "The first column is right in every result.",
                                "每个结果的第一列都是对的。", "The first number is right in every result.",
                                "每个结果的第一个数都是对的。")
                   : of_numbers(seen, "first-columns-right", "The first " + n + " columns are right in every result.",
                                "每个结果的前 " + n + " 列都是对的。",
                                "The first " + n + " numbers are right in every result.",
                                "每个结果的前 " + n + " 个数都是对的。");
    }
    if (behind > 0 &&
        wrong_only(seen, [&](const Seen& s, std::size_t i) { return s.width() - 1 - i % s.width() >= behind; })) {
        return behind == 1
                   ? of_numbers(seen, "last-column-right", "The last column is right in every result.",
                                "每个结果的最后一列都是对的。", "The last number is right in every result.",
                                "每个结果的最后一个数都是对的。")
                   : of_numbers(seen, "last-columns-right", "The last " + m + " columns are right in every result.",
                                "每个结果的最后 " + m + " 列都是对的。",
                                "The last " + m + " numbers are right in every result.",
                                "每个结果的最后 " + m + " 个数都是对的。");
    }
    for (const std::size_t odd : {0u, 1u}) {
        if (!wrong_only(seen, [odd](const Seen& s, std::size_t i) { return i % s.width() % 2 == odd; })) continue;
        return odd ? of_numbers(seen, "odd-columns", "Only odd columns are wrong (the first is column 0).",
                                "只有奇数列出错（第一列是第 0 列）。",
                                "Only numbers with an odd index are wrong (the first has index 0).",
                                "只有下标为奇数的数出错（第一个的下标是 0）。")
                   : of_numbers(seen, "even-columns", "Only even columns are wrong (the first is column 0).",
                                "只有偶数列出错（第一列是第 0 列）。",
                                "Only numbers with an even index are wrong (the first has index 0).",
                                "只有下标为偶数的数出错（第一个的下标是 0）。");
    }
    return std::nullopt;
}

/// One result of several rows may have what counts in one of them by chance.
bool several_have_rows(const All& seen) {
    return std::count_if(seen.begin(), seen.end(), [](const Seen& s) { return s.rows() > 1; }) > 1;
}

std::optional<Symptom> of_last_row(const All& seen) {
    if (!several_have_rows(seen) ||
        !wrong_only(seen, [](const Seen& s, std::size_t i) { return i >= s.expected.size() - s.width(); }))
        return {};
    return symptom("last-row", "Only the last row is wrong.", "只有最后一行出错。");
}

/// Rows. That the first one is always right is asked before.
std::optional<Symptom> of_rows(const All& seen) {
    if (several_have_rows(seen) && wrong_only(seen, [](const Seen& s, std::size_t i) { return i < s.width(); })) {
        return symptom("first-row", "Only the first row is wrong.", "只有第一行出错。");
    }
    if (auto found = of_last_row(seen)) return found;
    for (const std::size_t step : {2u, 4u, 8u, 16u}) {
        const auto left_over = [step](const Seen& s, std::size_t i) { return i / s.width() >= s.rows() / step * step; };
        // One result of so many rows may show it by chance.
        const auto shown = std::count_if(seen.begin(), seen.end(), [step](const Seen& s) { return s.rows() > step; });
        // It is said of all of these rows: each has to be wrong.
        const auto all_wrong = [step](const Seen& s) {
            std::set<std::size_t> rows;
            for (const std::size_t i : s.wrong) rows.insert(i / s.width());
            return rows.size() >= s.rows() % step;
        };
        if (shown < 2 || !wrong_only(seen, left_over) || !std::all_of(seen.begin(), seen.end(), all_wrong)) continue;
        const std::string n = std::to_string(step);
        return symptom("last-rows", "Only the last rows are wrong: those left over after whole groups of " + n + ".",
                       "只有最后几行出错：每 " + n + " 行一组，凑不满一组的那几行。");
    }
    if (several_have_rows(seen) &&
        wrong_only(seen, [](const Seen& s, std::size_t i) { return i / s.width() + 1 < s.rows(); })) {
        return symptom("last-row-right", "The last row is right in every result.", "每个结果的最后一行都是对的。");
    }
    return std::nullopt;
}

/// Where there are three axes or more, each of them but the last, whose indices are columns: tokens, heads.
std::optional<Symptom> of_axes(const All& seen) {
    const std::size_t axes = seen[0].expected.shape.size();
    if (std::any_of(seen.begin(), seen.end(), [&](const Seen& s) { return s.expected.shape.size() != axes; }))
        return {};
    for (std::size_t axis = 0; axes > 2 && axis + 1 < axes; ++axis) {
        const auto is_first = [axis](const Seen& s, std::size_t i) {
            const auto& shape = s.expected.shape;
            for (std::size_t k = shape.size() - 1; k > axis; --k) i /= shape[k];
            return i % shape[axis] == 0;
        };
        const std::string n = std::to_string(axis);
        if (wrong_only(seen, [&](const Seen& s, std::size_t i) { return !is_first(s, i); }))
            return symptom("first-of-axis-right",
                           "What has index 0 along axis " + n + " (the first axis is 0) is right in every result.",
                           "每个结果里，沿第 " + n + " 轴（最前面的是第 0 轴）下标为 0 的都对。");
        if (wrong_only(seen, is_first))
            return symptom("first-of-axis",
                           "Only what has index 0 along axis " + n + " (the first axis is 0) is wrong.",
                           "只有沿第 " + n + " 轴（最前面的是第 0 轴）下标为 0 的出错。");
    }
    return std::nullopt;
}

/// Whether some are right throughout and others wrong in nearly every number, where those of three numbers and more are looked
/// at.
bool right_or_wrong(const All& seen, bool columns) {
    std::size_t right = 0, wrong = 0, numbers = 0, wrong_numbers = 0;
    for (const Seen& s : seen) {
        const std::size_t count = columns ? s.width() : s.rows(), of_each = columns ? s.rows() : s.width();
        std::vector<std::size_t> in_each(count);
        for (const std::size_t i : s.wrong) ++in_each[columns ? i % s.width() : i / s.width()];
        const auto right_here = static_cast<std::size_t>(std::count(in_each.begin(), in_each.end(), 0u)),
                   wrong_here = count - right_here;
        if (count >= 2 && right_here == 0) return false;  // it may be the one that is shown
        if (of_each < 3) continue;
        // Nor in a small test that a large one outweighs.
        if (3 * s.wrong.size() < 2 * wrong_here * of_each) return false;
        right += right_here;
        wrong += wrong_here;
        numbers += wrong_here * of_each;
        wrong_numbers += s.wrong.size();
    }
    return right >= 3 && wrong >= 3 && static_cast<double>(wrong_numbers) >= 0.9 * static_cast<double>(numbers);
}

std::optional<Symptom> of_whole_rows(const All& seen) {
    if (right_or_wrong(seen, false))
        return symptom("whole-rows", "Some rows are right throughout; in the others nearly every number is wrong.",
                       "有的行全对；其余的行里，数几乎全错。");
    if (right_or_wrong(seen, true))
        return symptom("whole-columns",
                       "Some columns are right throughout; in the others nearly every number is wrong.",
                       "有的列全对；其余的列里，数几乎全错。");
    return std::nullopt;
}

/// What the input's number is where it is wrong.
std::optional<Symptom> of_elements(const All& seen) {
    std::string name;
    for (const std::string& candidate : arrays(seen)) {
        const bool fits = std::all_of(seen.begin(), seen.end(), [&](const Seen& s) {
            return array(s.call, candidate)->shape == s.expected.shape;
        });
        if (fits && name.empty()) name = candidate;
    }
    if (name.empty()) return std::nullopt;
    const Seen* last = nullptr;  // a result may have a million numbers: its input is looked up once
    const Floats* input = nullptr;
    const auto x = [&](const Seen& s, std::size_t i) {
        if (last != &s) last = &s, input = array(s.call, name);
        return input->values[i];
    };
    if (wrong_only(seen, [&](const Seen& s, std::size_t i) { return x(s, i) < 0; })) {
        return symptom("negatives", "Yours is wrong only where " + name + " is negative.",
                       "只有 " + name + " 为负的地方出错。");
    }
    if (wrong_only(seen, [&](const Seen& s, std::size_t i) { return x(s, i) > 0; })) {
        return symptom("positives", "Yours is wrong only where " + name + " is positive.",
                       "只有 " + name + " 为正的地方出错。");
    }
    float least = INFINITY, most = 0;  // of |x| where it is wrong
    for (const Seen& s : seen) {
        for (const std::size_t i : s.wrong)
            least = std::min(least, std::abs(x(s, i))), most = std::max(most, std::abs(x(s, i)));
    }
    if (!std::isfinite(least)) return std::nullopt;
    // Where a call has a number of its own, such as a temperature, that may be what counts: then one call has to have both.
    const bool has_number =
        std::any_of(seen[0].call.arguments.begin(), seen[0].call.arguments.end(), [](const auto& a) {
            return std::holds_alternative<double>(a.second.is) || std::holds_alternative<std::int64_t>(a.second.is);
        });
    const auto has_both = [&](const Seen& s) {
        const auto counts = [&](std::size_t i) { return std::isfinite(x(s, i)) && x(s, i) != 0; };
        const auto wrong = std::count_if(s.wrong.begin(), s.wrong.end(), counts);
        std::ptrdiff_t all = 0;
        for (std::size_t i = 0; i < s.expected.size(); ++i) all += counts(i);
        return wrong > 0 && wrong < all;
    };
    if (has_number && std::none_of(seen.begin(), seen.end(), has_both)) return std::nullopt;
    if (least > 0 && wrong_only(
                         seen, [&](const Seen& s, std::size_t i) { return std::abs(x(s, i)) >= least; }, 0.1)) {
        const std::string from = digits_beyond(least, -1);
        return symptom("large", "Numbers are wrong only where |" + name + "| is at least " + from + ".",
                       "错的数都在 |" + name + "| 不小于 " + from + " 的地方。");
    }
    if (wrong_only(
            seen, [&](const Seen& s, std::size_t i) { return std::abs(x(s, i)) <= most; }, 0.1)) {
        const std::string to = digits_beyond(most, 1);
        return symptom("small", "Numbers are wrong only where |" + name + "| is at most " + to + ".",
                       "错的数都在 |" + name + "| 不大于 " + to + " 的地方。");
    }
    return std::nullopt;
}

}  // namespace

std::optional<Symptom> of_places(const All& seen) {
    if (auto found = of_axes(seen)) return found;
    if (wrong_only(seen, [](const Seen& s, std::size_t i) { return i >= s.width(); })) {
        if (std::any_of(seen.begin(), seen.end(), [](const Seen& s) { return s.rows() > 2; })) {
            if (auto found = of_last_row(seen)) return found;
        }
        return symptom("first-row-right", "The first row is right in every result; only later rows are wrong.",
                       "每个结果的第一行都是对的，错的都在后面的行。");
    }
    if (wrong_only(seen, [](const Seen& s, std::size_t i) { return i % s.width() == s.width() - 1; })) {
        return of_numbers(seen, "last-column", "Only the last column is wrong.", "只有最后一列出错。",
                          "Only the last number is wrong.", "只有最后一个数出错。");
    }
    for (const std::size_t step : {4u, 8u, 16u, 32u, 64u}) {
        const auto in_tail = [step](const Seen& s, std::size_t i) { return i % s.width() >= s.width() / step * step; };
        // A row that is shorter is all tail, so one longer row among many says nothing.
        const auto wide = static_cast<std::size_t>(
            std::count_if(seen.begin(), seen.end(), [step](const Seen& s) { return s.width() > step; }));
        if ((wide > 1 || wide == seen.size()) && wrong_only(seen, in_tail) && begins_wrong(seen, step, true)) {
            const std::string n = std::to_string(step);
            return of_numbers(seen, "tail",
                              "Only the end of a row is wrong: the columns left over after whole groups of " + n + ".",
                              "只有每行的末尾出错：每 " + n + " 列一组，凑不满一组的那几列。",
                              "Only the end is wrong: the numbers left over after whole groups of " + n + ".",
                              "只有末尾出错：每 " + n + " 个数一组，凑不满一组的那几个。");
        }
        const auto at_the_end = [step](const Seen& s, std::size_t i) { return i >= s.expected.size() / step * step; };
        const auto longer = std::count_if(seen.begin(), seen.end(),
                                          [step](const Seen& s) { return s.rows() > 1 && s.expected.size() > step; });
        if (longer > 1 && wrong_only(seen, at_the_end) && begins_wrong(seen, step, false)) {
            const std::string n = std::to_string(step);
            return symptom("end-of-all",
                           "Only the end of the whole result is wrong: the numbers left over after whole groups of " +
                               n + ", counted through all rows.",
                           "只有整个结果的末尾出错：各行连起来，每 " + n + " 个数一组，凑不满一组的那几个。");
        }
    }
    if (wrong_only(seen, [](const Seen& s, std::size_t i) { return i % s.width() == 0; })) {
        return of_numbers(seen, "first-column", "Only the first column is wrong.", "只有第一列出错。",
                          "Only the first number is wrong.", "只有第一个数出错。");
    }
    if (auto found = of_columns(seen)) return found;
    if (auto found = of_rows(seen)) return found;
    const auto off_it = [](const Seen& s, std::size_t i) { return i / s.width() != i % s.width(); };
    // Where little is wrong, the diagonal is right by chance.
    const bool nearly_all = std::all_of(seen.begin(), seen.end(), [](const Seen& s) {
        return s.rows() > 1 && 2 * s.wrong.size() > s.expected.size() - std::min(s.rows(), s.width());
    });
    if (nearly_all && wrong_only(seen, off_it)) {
        return symptom("diagonal-right", "Every result is right where the row and the column have the same number.",
                       "每个结果里，行号与列号相同的地方都是对的。");
    }
    for (const auto ask : {of_elements, of_whole_rows}) {
        if (auto found = ask(seen)) return found;
    }
    return std::nullopt;
}

std::optional<Symptom> of_outputs(const Records& records) {
    std::vector<std::string> names;
    std::vector<bool> wrong;
    std::vector<std::size_t> shown;  // how many numbers of each there were in the calls that failed
    std::size_t failed = 0;
    for (const Record* r : records) {
        if (!r->failed || r->expected.invalid_argument) continue;
        const Values &yours = r->learner.outputs, &expected = r->expected.outputs;
        if (expected.size() < 2 || r->expected.names.size() != expected.size() || yours.size() != expected.size() ||
            (failed > 0 && names != r->expected.names)) {
            return std::nullopt;
        }
        names = r->expected.names;
        wrong.resize(names.size());
        shown.resize(names.size());
        ++failed;
        for (std::size_t k = 0; k < names.size(); ++k) {
            const auto* floats = std::get_if<Floats>(&expected[k].is);
            shown[k] += floats ? floats->size() : 1;
            if (!close(yours[k], expected[k], r->expected.tolerance)) wrong[k] = true;
        }
    }
    std::string bad, good;
    std::size_t several_bad = 0, several_good = 0;
    for (std::size_t k = 0; k < names.size(); ++k) {
        if (!wrong[k] && shown[k] < 6) continue;
        std::string& list = wrong[k] ? bad : good;
        (wrong[k] ? several_bad : several_good) += !list.empty();
        list += (list.empty() ? "" : either(", ", "、")) + names[k];
    }
    if (failed < 2 || bad.empty() || good.empty()) return std::nullopt;
    return symptom("one-output",
                   "Only " + bad + (several_bad ? " are" : " is") + " wrong; " + good +
                       (several_good ? " are" : " is") + " right in every test.",
                   "出错的是 " + bad + "；每个测试里都对的是 " + good + "。");
}

}  // namespace grader
