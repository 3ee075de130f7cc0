#pragma once
// What a test asks with. It knows neither xtensor nor Catch2, so that a file of questions compiles in a moment.

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "grader/call.hpp"
#include "grader/closeness.hpp"

namespace grader {

/// A question, which is a test of Catch2's: its sentence in both languages and what it does.
struct Question {
    Question(const char* en, const char* zh, void (*ask)(), const char* file, int line);
};

/// Catch2 indents the lines of a long title to where its first colon ends, and loops for ever if no room is left there.
constexpr bool leaves_room(std::string_view title) {
    const std::size_t colon = title.find(": ");
    return colon == title.npos || colon < 70;
}

#define QUESTION(en, zh) GRADER_QUESTION(__COUNTER__, en, zh)
#define GRADER_QUESTION(n, en, zh) GRADER_NUMBERED_QUESTION(n, en, zh)
#define GRADER_NUMBERED_QUESTION(n, en, zh)                                                                 \
    static_assert(grader::leaves_room(en) && grader::leaves_room(zh), "begin this title with fewer words"); \
    static void ask_##n();                                                                                  \
    static const grader::Question question_##n(en, zh, ask_##n, __FILE__, __LINE__);                        \
    static void ask_##n()

/// Grades one case of the exercise's fixtures.
void grade(const std::string& fixture_name, Tolerance tolerance = {});

/// Grades a call whose outputs need no PyTorch, such as zero rows.
void grade(const Call& call, const Values& outputs, Tolerance tolerance = {});

/// Asks for std::invalid_argument.
void refuses(const Call& call);

/// Asks for draws, whole numbers, that have these probabilities.
void draws(const Call& call, const Floats& probabilities);

/// A case's arguments and what PyTorch gives for them.
struct Fixture {
    Call call;
    Values outputs;
};

/// A case of the exercise's fixtures/cases.json, or of its twin's. Throws std::runtime_error naming the file, when it is
/// missing or damaged.
Fixture fixture(const std::string& name);

/// What the case calls its outputs.
std::vector<std::string> output_names(const std::string& fixture_name);

/// The case's call with `arguments` in place of its own: for calls that must be refused.
Call with(const std::string& fixture_name, const std::vector<std::pair<std::string, Value>>& arguments);

/// Zeros of the given shape, for calls where only the shape matters.
inline Floats zeros(std::vector<std::size_t> shape) { return {std::move(shape), 0.0f}; }

/// The argument that holds what output k is before the call, of an exercise that writes into outputs of the caller's. A
/// call that has none is made twice: with outputs of another shape, unless it is large, and with ones of the right shape
/// full of NaN.
inline std::string output_before(std::size_t k) { return k == 0 ? "out before" : "out 2 before"; }
/// An argument that the learner's function is not given: it says which part of a result is looked at.
inline bool is_of_the_test(const std::string& name) { return name.starts_with("compared_"); }
inline bool is_output_before(const std::string& name) { return name == output_before(0) || name == output_before(1); }

}  // namespace grader
