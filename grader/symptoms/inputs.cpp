// What is true of every wrong result beside an input.

#include "grader/symptoms/seen.hpp"

namespace grader {
namespace {

/// Whether the result can see an input element for element, or as one number for each column.
bool fits(const Seen& s, const Floats& input) {
    if (input.size() == 0) return false;
    return input.shape == s.expected.shape || (input.shape.size() == 1 && input.size() == s.width() && s.rows() > 1);
}

/// True where `relation` holds of each of yours, what is expected, and the input's number there.
using Relation = bool (*)(const Seen&, double yours, double expected, double input);
bool related(const Seen& s, const Floats& input, Relation relation) {
    if (!fits(s, input)) return false;
    for (std::size_t i = 0; i < s.expected.size(); ++i) {
        if (!relation(s, s.yours.values[i], s.expected.values[i], input.values[i % input.size()])) return false;
    }
    return true;
}

/// The elements in which an input could have shown something: a factor near 1 or a term near 0 shows nothing.
std::size_t telling(const Seen& s, const Floats& input, double nothing) {
    if (!fits(s, input)) return 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < s.expected.size(); ++i) {
        const double e = std::abs(s.expected.values[i]), least = std::max(1e-3, 4 * s.near) * (nothing == 0 ? e : 1);
        count += std::abs(input.values[i % input.size()] - nothing) > std::max(1e-3, least) && e > 1e-6;
    }
    return count;
}

bool near(const Seen& s, double a, double b, double size) { return std::abs(a - b) <= s.near * size; }

struct Known {
    const char *id, *en, *zh;  // NAME stands for the input's name
    double nothing;
    Relation relation;
};
const Known known[] = {
    {"plus-input", "Every wrong result is the expected one plus the input NAME.",
     "每个错误的结果都是应有的结果再加上输入 NAME。", 0,
     [](const Seen& s, double y, double e, double x) {
         return near(s, y, e + x, std::max({std::abs(y), std::abs(e), std::abs(x)}));
     }},
    {"minus-input", "Every wrong result is the expected one minus the input NAME.",
     "每个错误的结果都是应有的结果减去输入 NAME。", 0,
     [](const Seen& s, double y, double e, double x) {
         return near(s, y, e - x, std::max({std::abs(y), std::abs(e), std::abs(x)}));
     }},
    {"times-input", "Every wrong result is the expected one multiplied by the input NAME.",
     "每个错误的结果都是应有的结果乘以输入 NAME。", 1,
     [](const Seen& s, double y, double e, double x) { return s.same(y, e * x); }},
    {"input-not-multiplied", "Every wrong result, multiplied by the input NAME, would be the expected one.",
     "每个错误的结果再乘以输入 NAME，就是应有的结果。", 1,
     [](const Seen& s, double y, double e, double x) { return s.same(y * x, e); }},
};

std::string with_name(std::string sentence, const std::string& name) {
    return sentence.replace(sentence.find("NAME"), 4, name);
}

bool is_half(const Seen& s, const Floats& input, std::size_t half) {
    if (input.width() != 2 * s.width() || input.rows() != s.rows()) return false;
    for (std::size_t r = 0; r < s.rows(); ++r) {
        if (!std::equal(s.yours.row(r), s.yours.row(r) + s.width(), input.row(r) + half * s.width())) return false;
    }
    return true;
}

/// What holds of each wrong output and the input of this name.
bool all_with(const All& seen, const std::string& name, bool (*relation)(const Seen&, const Floats&)) {
    return all(seen, elements_of, [&](const Seen& s) { return relation(s, *array(s.call, name)); });
}

}  // namespace

std::optional<Symptom> of_copies(const All& seen) {
    for (const std::string& name : arrays(seen)) {
        if (all_with(seen, name, [](const Seen& s, const Floats& x) { return x.values == s.yours.values; })) {
            return symptom("equals-input", "Every wrong result has exactly the numbers of the input " + name + ".",
                           "每个错误的结果都和输入 " + name + " 的数值完全一样。");
        }
        if (all_with(seen, name, [](const Seen& s, const Floats& x) { return is_half(s, x, 0); })) {
            return symptom("equals-half", "Every wrong result is the first half of each row of the input " + name + ".",
                           "每个错误的结果都是输入 " + name + " 每行的前一半。");
        }
        if (all_with(seen, name, [](const Seen& s, const Floats& x) { return is_half(s, x, 1); })) {
            return symptom("equals-half",
                           "Every wrong result is the second half of each row of the input " + name + ".",
                           "每个错误的结果都是输入 " + name + " 每行的后一半。");
        }
    }
    return std::nullopt;
}

std::optional<Symptom> of_inputs(const All& seen) {
    for (const std::string& name : arrays(seen)) {
        const auto input = [&](const Seen& s) -> const Floats& { return *array(s.call, name); };
        for (const Known& k : known) {
            const bool is = all(
                seen, [&](const Seen& s) { return telling(s, input(s), k.nothing); },
                [&](const Seen& s) { return related(s, input(s), k.relation); });
            if (is) return symptom(k.id, with_name(k.en, name), with_name(k.zh, name));
        }
        const bool in_rows = all(seen, of_wide_ones, [&](const Seen& s) {
            return input(s).shape == s.expected.shape &&
                   in_each_row(s, [&](const Seen& one, std::size_t first, std::size_t count, std::size_t stride) {
                       return factor(one, input(one), first, count, stride);
                   });
        });
        if (in_rows) {
            return symptom("input-times-rows",
                           "In every wrong result each row is the same row of the input " + name + " times one number.",
                           "每个错误的结果里，每一行都是输入 " + name + " 的那一行乘以一个数。");
        }
    }
    return std::nullopt;
}

}  // namespace grader
