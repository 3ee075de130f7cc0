// What is true of every wrong result beside the expected one.

#include <limits>
#include <set>

#include "grader/memory.hpp"
#include "grader/symptoms/seen.hpp"

namespace grader {

std::optional<double> factor(const Seen& s, const Floats& base, std::size_t first, std::size_t count,
                             std::size_t stride) {
    std::size_t largest = first;
    for (std::size_t k = 0; k < count; ++k) {
        if (std::abs(base.values[first + k * stride]) > std::abs(base.values[largest])) largest = first + k * stride;
    }
    const double expected = base.values[largest], yours = s.yours.values[largest];
    if (expected == 0) {
        bool zeros = true;
        for (std::size_t k = 0; k < count; ++k) zeros = zeros && s.yours.values[first + k * stride] == 0;
        return zeros ? std::optional(1.0) : std::nullopt;
    }
    const double ratio = yours / expected;
    if (!std::isfinite(ratio) || ratio == 0) return std::nullopt;
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t i = first + k * stride;
        // Beside the largest, a small one may have been rounded more. NaN is no multiple of anything.
        const double off = std::abs(s.yours.values[i] - ratio * base.values[i]);
        if (!(off <= s.near * std::max(std::abs(ratio * base.values[i]), 0.1 * std::abs(yours)))) return std::nullopt;
    }
    return ratio;
}

namespace {

/// `yours` are `expected`, read at another place.
bool moved(const Seen& s, const std::function<std::size_t(std::size_t row, std::size_t column)>& from) {
    for (std::size_t i = 0; i < s.expected.size(); ++i) {
        const std::size_t at = from(i / s.width(), i % s.width());
        if (at >= s.expected.size() || !s.same(s.yours.values[i], s.expected.values[at])) return false;
    }
    return true;
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
    // What rounding has added up is nearly the same in neighbouring rows.
    const bool is_none = std::abs(difference) <= s.near * most;
    if (!is_none && std::abs(difference) < 30 * s.near * most) return std::nullopt;
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t i = first + k * stride;
        if (!(std::abs(double{s.yours.values[i]} - s.expected.values[i] - difference) <= s.near * most))
            return std::nullopt;
    }
    return is_none ? 0 : difference;
}

/// 1 where it is so near that it shows nothing.
std::optional<double> ratio(const Seen& s, std::size_t first, std::size_t count, std::size_t stride) {
    const auto one = factor(s, s.expected, first, count, stride);
    return one && s.same(*one, 1) ? 1 : one;
}

using Fit = std::optional<double> (*)(const Seen&, std::size_t, std::size_t, std::size_t);

/// Whether each part of a result has a number by which it is off, and not all have `none`, which changes nothing.
struct Parts {
    double none;
    bool fit = true, shown = false;
    void add(std::optional<double> one) { fit = fit && one, shown = shown || (one && *one != none); }
    explicit operator bool() const { return fit && shown; }
};
bool by_row(const Seen& s, Fit fit, double none) {
    Parts parts{none};
    for (std::size_t r = 0; r < s.rows() && parts.fit; ++r) parts.add(fit(s, r * s.width(), s.width(), 1));
    return bool(parts);
}
bool by_column(const Seen& s, Fit fit, double none) {
    Parts parts{none};
    for (std::size_t c = 0; c < s.width() && parts.fit; ++c) parts.add(fit(s, c, s.rows(), s.width()));
    return bool(parts);
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

std::size_t of_several_rows(const Seen& s) { return s.rows() > 1 ? (s.rows() - 1) * s.width() : 0; }
std::size_t of_matrices(const Seen& s) { return s.rows() > 1 && s.width() > 1 ? s.expected.size() : 0; }

/// The expected rows, each shifted towards its end.
bool shifted(const Seen& s, std::size_t by) {
    return moved(s, [&](std::size_t row, std::size_t column) { return row * s.width() + (column + by) % s.width(); });
}

const std::vector<Pattern> right_numbers_elsewhere = {
    {"transposed", "Every wrong result has the expected numbers in the order of its transpose.",
     "每个错误的结果都是应有的数值按转置后的次序排列。", of_matrices,
     [](const Seen& s) {
         return moved(s, [&](std::size_t row, std::size_t column) {
             const std::size_t at = row * s.width() + column;
             return (at % s.rows()) * s.width() + at / s.rows();
         });
     }},
    {"rows-reversed", "Every wrong result has the expected rows in reverse order.",
     "每个错误的结果都是应有的各行，次序颠倒。", of_several_rows,
     [](const Seen& s) {
         return moved(s,
                      [&](std::size_t row, std::size_t column) { return (s.rows() - 1 - row) * s.width() + column; });
     }},
    {"columns-reversed", "Every wrong result has the expected columns in reverse order.",
     "每个错误的结果都是应有的各列，次序颠倒。", of_wide_ones,
     [](const Seen& s) {
         return moved(s, [&](std::size_t row, std::size_t column) { return row * s.width() + s.width() - 1 - column; });
     }},
    {"halves-swapped", "Every wrong result has the expected numbers, with the two halves of each row swapped.",
     "每个错误的结果都是应有的数值，但每行的前后两半对调了。", of_wide_ones,
     [](const Seen& s) { return s.width() % 2 == 0 && shifted(s, s.width() / 2); }},
    {"shifted", "Every wrong result has the expected rows, each shifted by one element.",
     "每个错误的结果都是应有的各行，但每行都错开了一个元素。", of_wide_ones,
     [](const Seen& s) { return shifted(s, s.width() - 1); }},
    {"shifted", "Every wrong result has the expected rows, each shifted by one element.",
     "每个错误的结果都是应有的各行，但每行都错开了一个元素。", of_wide_ones,
     [](const Seen& s) { return shifted(s, 1); }},
};

/// Whether these are the same numbers, in whatever order.
bool same_numbers(const Seen& s, std::size_t first, std::size_t count) {
    const auto from = static_cast<std::ptrdiff_t>(first), to = static_cast<std::ptrdiff_t>(first + count);
    std::vector<float> yours(s.yours.begin() + from, s.yours.begin() + to);
    std::vector<float> expected(s.expected.begin() + from, s.expected.begin() + to);
    if (std::any_of(yours.begin(), yours.end(), [](float y) { return !std::isfinite(y); })) return false;
    std::sort(yours.begin(), yours.end());
    std::sort(expected.begin(), expected.end());
    return std::equal(yours.begin(), yours.end(), expected.begin(), [&](float a, float b) { return s.same(a, b); });
}

const std::vector<Pattern> right_numbers_in_disorder = {
    {"permuted-in-rows", "In every wrong result each row has the expected numbers, but not always in their order.",
     "每个错误的结果里，每一行都是应有的那些数，只是有的行次序不对。", of_wide_ones,
     [](const Seen& s) {
         for (std::size_t r = 0; r < s.rows(); ++r) {
             if (!same_numbers(s, r * s.width(), s.width())) return false;
         }
         return true;
     }},
    {"permuted", "Every wrong result has the expected numbers, in another order.",
     "每个错误的结果都是应有的那些数，只是次序不同。", elements_but_one,
     [](const Seen& s) { return same_numbers(s, 0, s.expected.size()); }},
};

/// True where `relation` holds between each of yours and what is expected, and neither is 0 or 1 for the most part.
bool related(const Seen& s, bool (*relation)(const Seen&, double yours, double expected)) {
    for (std::size_t i = 0; i < s.expected.size(); ++i) {
        if (!relation(s, s.yours.values[i], s.expected.values[i])) return false;
    }
    return true;
}
std::size_t plain_numbers(const Seen& s) {
    return static_cast<std::size_t>(std::count_if(s.expected.begin(), s.expected.end(), [](float e) {
        return std::abs(e) > 1e-3f && std::abs(std::abs(e) - 1) > 1e-3f;
    }));
}

std::size_t with_a_fraction(const Seen& s) {
    return static_cast<std::size_t>(std::count_if(s.expected.begin(), s.expected.end(),
                                                  [](float e) { return std::abs(e - std::round(e)) > 1e-3f; }));
}

const std::vector<Pattern> of_each_number = {
    {"size-right", "Every wrong number has the right absolute value and the wrong sign.",
     "凡是错误的数，绝对值都对，只是符号反了。", plain_numbers,
     [](const Seen& s) {
         return related(s, [](const Seen& all, double y, double e) { return all.same(std::abs(y), std::abs(e)); }) &&
                std::all_of(s.wrong.begin(), s.wrong.end(),
                            [&](std::size_t i) { return s.yours.values[i] * s.expected.values[i] < 0; });
     }},
    {"squared", "Every number of a wrong result is the expected one squared.", "错误结果里的每个数都是应有的数的平方。",
     plain_numbers,
     [](const Seen& s) { return related(s, [](const Seen& all, double y, double e) { return all.same(y, e * e); }); }},
    {"root", "Every number of a wrong result is the square root of the expected one.",
     "错误结果里的每个数都是应有的数的平方根。", plain_numbers,
     [](const Seen& s) {
         return related(s, [](const Seen& all, double y, double e) { return y >= 0 && all.same(y * y, e); });
     }},
    {"whole-part", "Every number of a wrong result is the expected one without its fraction.",
     "错误结果里的每个数都是应有的数去掉小数部分。", with_a_fraction,
     [](const Seen& s) { return related(s, [](const Seen&, double y, double e) { return y == std::trunc(e); }); }},
    {"rounded", "Every number of a wrong result is the expected one rounded to a whole number.",
     "错误结果里的每个数都是应有的数舍入成的整数。", with_a_fraction,
     [](const Seen& s) {
         return related(s,
                        [](const Seen&, double y, double e) { return y == std::trunc(y) && std::abs(y - e) <= 0.5; });
     }},
    {"reciprocal", "Every number of a wrong result is 1 divided by the expected one.",
     "错误结果里的每个数都是应有的数的倒数。", plain_numbers,
     [](const Seen& s) { return related(s, [](const Seen& all, double y, double e) { return all.same(y * e, 1); }); }},
};

const std::vector<Pattern> of_all_numbers = {
    {"never-negative", "No wrong result has a negative number, though some should be negative.",
     "错误的结果里没有一个负数，而应有的结果里有负数。",
     [](const Seen& s) {
         return static_cast<std::size_t>(
             std::count_if(s.expected.begin(), s.expected.end(), [](float e) { return e < -1e-3f; }));
     },
     [](const Seen& s) { return std::all_of(s.yours.begin(), s.yours.end(), [](float y) { return y >= 0; }); }},
    {"never-positive", "No wrong result has a positive number, though some should be positive.",
     "错误的结果里没有一个正数，而应有的结果里有正数。",
     [](const Seen& s) {
         return static_cast<std::size_t>(
             std::count_if(s.expected.begin(), s.expected.end(), [](float e) { return e > 1e-3f; }));
     },
     [](const Seen& s) { return std::all_of(s.yours.begin(), s.yours.end(), [](float y) { return y <= 0; }); }},
    {"within-1", "All numbers of wrong results are between -1 and 1, though some should not be.",
     "错误的结果里，所有的数都在 -1 与 1 之间，而应有的结果里有更大的数。",
     [](const Seen& s) {
         return static_cast<std::size_t>(
             std::count_if(s.expected.begin(), s.expected.end(), [](float e) { return std::abs(e) > 1.01f; }));
     },
     [](const Seen& s) {
         return std::all_of(s.yours.begin(), s.yours.end(), [](float y) { return std::abs(y) <= 1.00001f; });
     }},
};

/// As `fit` in each row, those aside in which yours is not finite.
bool by_finite_row(const Seen& s, Fit fit, double none) {
    Parts parts{none};
    for (std::size_t r = 0; r < s.rows(); ++r) {
        const float* row = s.yours.row(r);
        const bool finite = std::any_of(row, row + s.width(), [](float y) { return std::isfinite(y); });
        parts.add(finite ? fit(s, r * s.width(), s.width(), 1) : std::numeric_limits<double>::infinity());
    }
    return bool(parts);
}

const std::vector<Pattern> by_rows_and_columns = {
    {"constant", "Every wrong result is the expected one plus a constant.", "每个错误的结果都是应有的结果加上一个数。",
     elements_but_one, [](const Seen& s) { return constant(s, 0, s.expected.size(), 1).value_or(0) != 0; }},
    {"factor-per-row", "In every wrong result each row is the expected one times one number.",
     "每个错误的结果里，每一行都是应有的那一行乘以一个数。", of_wide_ones,
     [](const Seen& s) { return by_row(s, ratio, 1); }},
    {"constant-per-row", "In every wrong result each row is the expected one plus one number.",
     "每个错误的结果里，每一行都是应有的那一行加上一个数。", of_wide_ones,
     [](const Seen& s) { return by_row(s, constant, 0); }},
    {"factor-per-column", "In every wrong result each column is the expected one times one number.",
     "每个错误的结果里，每一列都是应有的那一列乘以一个数。", of_several_rows,
     [](const Seen& s) { return by_column(s, ratio, 1); }},
    {"constant-per-column", "In every wrong result each column is the expected one plus one number.",
     "每个错误的结果里，每一列都是应有的那一列加上一个数。", of_several_rows,
     [](const Seen& s) { return by_column(s, constant, 0); }},
    {"factor-per-row-or-nan",
     "In every wrong result each row is the expected one times one number, or NaN or infinite as a whole.",
     "每个错误的结果里，每一行要么是应有的那一行乘以一个数，要么整行是 NaN 或无穷大。", of_wide_ones,
     [](const Seen& s) { return by_finite_row(s, ratio, 1); }},
    {"one-number", "Every wrong result is the same number everywhere.", "每个错误的结果，各处都是同一个数。",
     elements_but_one,
     [](const Seen& s) {
         return std::all_of(s.yours.begin(), s.yours.end(), [&](float y) { return y == s.yours.values[0]; });
     }},
    {"one-number-per-row", "In every wrong result each row is one number, repeated.",
     "每个错误的结果里，每一行都是同一个数的重复。", of_wide_ones,
     [](const Seen& s) {
         for (std::size_t i = 0; i < s.yours.size(); ++i) {
             if (s.yours.values[i] != s.yours.values[i / s.width() * s.width()]) return false;
         }
         return true;
     }},
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
        const auto one = ratio(s, 0, s.expected.size(), 1);
        if (!one || s.same(static_cast<float>(*one), 1)) return {};  // off by less than a factor shows
        factors.push_back(*one);
    }
    return factors;
}

/// Each result is a multiple of the expected one.
Symptom of_factors(const All& seen, const std::vector<double>& factors) {
    const std::string known = known_factor(seen, factors), one = digits(factors[0]);
    if (!known.empty()) {
        return symptom(
            "factor",
            "Every wrong result is the expected one times " + known + ", where D is the size of the last axis.",
            "每个错误的结果都是应有结果的 " + known + " 倍（D 是最后一个轴的大小）。");
    }
    if (seen.size() == 1) {  // a question ends with the first call that is wrong: what another would give, is not known
        return symptom("factor", "The one wrong result that was seen is the expected one times " + one + ".",
                       "看到的这一个错误结果是应有结果的 " + one + " 倍。");
    }
    if (std::all_of(factors.begin(), factors.end(),
                    [&](double f) { return std::abs(f - factors[0]) <= 1e-4 * std::abs(factors[0]); })) {
        return symptom("factor", "Every wrong result is the expected one times " + one + ".",
                       "每个错误的结果都是应有结果的 " + one + " 倍。");
    }
    return symptom("factor-per-call",
                   "Every wrong result is the expected one times one number, not always the same one.",
                   "每个错误的结果都是应有的结果乘以一个数，这个数不总是同一个。");
}

}  // namespace

std::optional<Symptom> of_values(const All& seen) {
    if (std::all_of(seen.begin(), seen.end(), [&](const Seen& s) {
            return std::all_of(s.wrong.begin(), s.wrong.end(), [&](auto i) { return is_fill(s.yours.values[i]); });
        })) {
        return symptom(
            "never-written",
            "Wherever yours is wrong, you see the NaN that the grader fills new memory with: nothing was written there, or your code uses memory that was never written.",
            "凡是出错的地方，看到的都是批改程序填在新内存里的 NaN：那里什么都没有写过，或者你的代码用了从没写过的内存。");
    }
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
    const std::vector<double> factors = factors_of(seen);
    if (!factors.empty() && all(seen, elements_of, [](const Seen&) { return true; }) &&
        std::equal(seen.begin(), seen.end(), factors.begin(), [](const Seen& s, double f) { return s.same(f, -1); })) {
        return symptom("sign", "Every wrong result is the expected one with its sign flipped.",
                       "每个错误的结果都与应有的结果符号相反。");
    }
    for (const auto* kinds : {&right_numbers_elsewhere, &right_numbers_in_disorder, &of_each_number}) {
        if (auto found = first_of(seen, *kinds)) return found;
    }
    if (!factors.empty() && all(seen, elements_but_one, [](const Seen&) { return true; }))
        return of_factors(seen, factors);
    return first_of(seen, by_rows_and_columns);
}

std::optional<Symptom> of_the_whole(const All& seen) { return first_of(seen, of_all_numbers); }

/// How far off all are, where that is little.
std::optional<Symptom> of_what_is_gone(const All& seen) {
    const auto always = [&](bool in_yours) {
        return std::all_of(seen.begin(), seen.end(), [&](const Seen& s) {
            return std::all_of(s.wrong.begin(), s.wrong.end(), [&](std::size_t i) {
                return !std::isnan(s.yours.values[i]) && (s.yours.values[i] == -INFINITY) == in_yours &&
                       (s.expected.values[i] == -INFINITY) != in_yours;
            });
        });
    };
    if (always(true))
        return symptom("gone-too-many", "Every wrong number is -inf, and should not be.",
                       "错误的数全是 -inf，而那里本不该是 -inf。");
    if (always(false))
        return symptom("gone-too-few", "Wherever yours is wrong, it should be -inf.",
                       "出错的地方都本该是 -inf，你的却不是。");
    return std::nullopt;
}

std::optional<Symptom> of_size(const All& seen) {
    double most = 0;
    for (const Seen& s : seen) {
        double largest = 0;
        for (const float e : s.expected) {
            if (std::isfinite(e)) largest = std::max(largest, std::abs(double{e}));
        }
        for (const std::size_t i : s.wrong) {
            // An infinite number is not of a size: too large, or off by a part of the largest, says nothing of it.
            if (!std::isfinite(s.yours.values[i]) || !std::isfinite(s.expected.values[i])) return std::nullopt;
            most = std::max(most, std::abs(double{s.yours.values[i]} - s.expected.values[i]) / largest);
        }
    }
    if (most < 1e-2)
        return symptom(
            "nearly",
            "All wrong numbers are close: off by at most " + digits_beyond(most, 1) + " of the largest expected one.",
            "错误的数值都很接近：偏差至多是应有的最大值的 " + digits_beyond(most, 1) + "。");
    struct Way {
        const char *id, *en, *zh;
        bool (*is)(double yours, double expected);
    };
    static constexpr Way ways[] = {
        {"too-large", "Every wrong number is too large in absolute value.", "每个错误的数，绝对值都偏大。",
         [](double y, double e) { return std::abs(y) > std::abs(e); }},
        {"too-small", "Every wrong number is too small in absolute value.", "每个错误的数，绝对值都偏小。",
         [](double y, double e) { return std::abs(y) < std::abs(e); }},
        {"sign-right", "Every wrong number has the right sign; only its absolute value is off.",
         "凡是错误的数，符号都对，错的是大小。", [](double y, double e) { return y * e > 0; }},
        {"too-high", "Every wrong number is above the expected one.", "每个错误的数都比应有的大。",
         [](double y, double e) { return y > e; }},
        {"too-low", "Every wrong number is below the expected one.", "每个错误的数都比应有的小。",
         [](double y, double e) { return y < e; }},
    };
    std::size_t wrong = 0;
    for (const Seen& s : seen) wrong += s.wrong.size();
    for (const Way& way : ways) {
        const bool holds = wrong >= 8 && std::all_of(seen.begin(), seen.end(), [&](const Seen& s) {
                               return std::all_of(s.wrong.begin(), s.wrong.end(), [&](std::size_t i) {
                                   return way.is(s.yours.values[i], s.expected.values[i]);
                               });
                           });
        if (holds) return symptom(way.id, way.en, way.zh);
    }
    return std::nullopt;
}

}  // namespace grader
