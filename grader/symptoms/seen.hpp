#pragma once
// What the files of this folder look at: the wrong outputs of one function's calls.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grader/diagnosis.hpp"
#include "grader/language.hpp"
#include "grader/questions.hpp"
#include "grader/symptoms/symptoms.hpp"

namespace grader {

using Records = std::vector<const Record*>;

/// One wrong output.
struct Seen {
    const Floats& yours;
    const Floats& expected;
    const Call& call;
    std::vector<std::size_t> wrong;
    double near;  // how near two equal numbers are, as a part of the largest

    bool same(double a, double b) const {
        if (!std::isfinite(a) || !std::isfinite(b)) return a == b;
        return std::abs(a - b) <= near * std::max(std::abs(a), std::abs(b));
    }
    std::size_t rows() const { return expected.rows(); }
    std::size_t width() const { return expected.width(); }
};
using All = std::vector<Seen>;

/// The outputs of a call that are arrays of floats, each with what it should be.
inline std::vector<std::pair<const Floats*, const Floats*>> float_outputs(const Record& r) {
    std::vector<std::pair<const Floats*, const Floats*>> pairs;
    for (std::size_t k = 0; k < std::min(r.learner.outputs.size(), r.expected.outputs.size()); ++k) {
        const auto* yours = std::get_if<Floats>(&r.learner.outputs[k].is);
        const auto* expected = std::get_if<Floats>(&r.expected.outputs[k].is);
        pairs.emplace_back(expected ? yours : nullptr, expected);
    }
    return pairs;
}

inline Symptom symptom(const char* id, const std::string& en, const std::string& zh) {
    return {id, either(en.c_str(), zh.c_str())};
}

inline std::string digits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

/// The same, and rounded up or down (+1, -1) where the nearest is on the other side.
inline std::string digits_beyond(double value, int side) {
    const auto off = static_cast<float>(std::atof(digits(value).c_str())) - static_cast<float>(value);
    return digits(off * static_cast<float>(side) < 0 ? value * (1 + side * 6e-4) : value);
}

/// True where `holds` for each, and there are at least `enough` numbers that could have shown otherwise: `free` says how many
/// one of them has.
inline bool all(const All& seen, const std::function<std::size_t(const Seen&)>& free,
                const std::function<bool(const Seen&)>& holds, std::size_t enough = 3) {
    std::size_t shown = 0;
    for (const Seen& s : seen) shown += free(s);
    return shown >= enough && std::all_of(seen.begin(), seen.end(), holds);
}
inline std::size_t elements_of(const Seen& s) { return s.expected.size(); }
inline std::size_t elements_but_one(const Seen& s) { return s.expected.size() - 1; }

/// A symptom that holds of each output by itself.
struct Pattern {
    const char *id, *en, *zh;
    std::size_t (*free)(const Seen&);
    bool (*holds)(const Seen&);
};

inline std::optional<Symptom> first_of(const All& seen, const std::vector<Pattern>& patterns) {
    for (const Pattern& one : patterns) {
        if (all(seen, one.free, one.holds)) return symptom(one.id, one.en, one.zh);
    }
    return std::nullopt;
}

/// The number by which a part of `base` is multiplied to give that part of yours; nothing where there is none.
std::optional<double> factor(const Seen& s, const Floats& base, std::size_t first, std::size_t count,
                             std::size_t stride);

template <class Fit>
bool in_each_row(const Seen& s, const Fit& fit) {
    for (std::size_t r = 0; r < s.rows(); ++r) {
        if (!fit(s, r * s.width(), s.width(), 1)) return false;
    }
    return true;
}
/// How many numbers of an output could have shown otherwise, where one in each row is free.
inline std::size_t of_wide_ones(const Seen& s) { return s.width() > 1 ? s.rows() * (s.width() - 1) : 0; }

inline const Floats* array(const Call& call, const std::string& name) {
    const Value* value = call.find(name);
    return value ? std::get_if<Floats>(&value->is) : nullptr;
}

/// The arguments of all these calls that are arrays, those aside that hold what an output is before.
template <class Calls, class ToCall>
std::vector<std::string> arrays(const Calls& calls, const ToCall& to_call) {
    std::vector<std::string> names;
    for (const auto& [name, value] : to_call(*calls.begin()).arguments) {
        const bool in_all = std::all_of(calls.begin(), calls.end(),
                                        [&name = name, &to_call](const auto& c) { return array(to_call(c), name); });
        if (in_all && !is_output_before(name)) names.push_back(name);
    }
    return names;
}
inline std::vector<std::string> arrays(const All& seen) {
    return arrays(seen, [](const Seen& s) -> const Call& { return s.call; });
}

bool is_utf8(std::string_view text);

// Each file's question, in the order in which they are asked.
std::optional<Symptom> of_outcomes(const Records&);
std::optional<Symptom> of_copies(const All&);
std::optional<Symptom> of_values(const All&);
std::optional<Symptom> of_inputs(const All&);
std::optional<Symptom> of_the_whole(const All&);
std::optional<Symptom> of_places(const All&);
std::optional<Symptom> of_texts(const Records&);
std::optional<Symptom> of_calls(const Records&);
// Asked where nothing else is to be said.
/// Of lists that tell line by line what happened: what the first line tells of that differs, where it is always the same.
std::optional<Symptom> of_first_lines(const Records&);
/// Which calls fail, though not all of their kind.
std::optional<Symptom> of_some_calls(const Records&);
/// Of outputs that are whole numbers or lists.
std::optional<Symptom> of_tokens(const Records&);
/// Of several outputs those that are always right.
std::optional<Symptom> of_outputs(const Records&);
/// In which way all wrong numbers are off, where nothing else is to be said.
std::optional<Symptom> of_what_is_gone(const All&);
std::optional<Symptom> of_size(const All&);

}  // namespace grader
