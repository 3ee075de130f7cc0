#pragma once

#include "grader/call.hpp"
#include "grader/closeness.hpp"

namespace grader {

/// What a contract asks of one call: outputs within a tolerance, or std::invalid_argument; or draws, the one output, that
/// have the probabilities in the place of the expected output.
struct Expectation {
    Values outputs;
    Tolerance tolerance;
    bool invalid_argument = false;
    bool distribution = false;
    std::vector<std::string> names = {};  // of the outputs, where there are several
};

/// True when `outcome` is what `expected` asks for.
bool meets(const Outcome& outcome, const Expectation& expected);

/// `model` with each element that is `anything()` or `rounding()` replaced by the learner's, where there is one; and each that is
/// `unwritten()`, unless the learner's is the expected one, and not by chance: a number far from zero.
Outcome with_known(Outcome model, const Outcome& learner, const Expectation& expected = {});

/// What a wrong outcome of the learner's that is the model's, too, shows: `known`, that the model knows of something that is
/// wrong there; else, where it leaves numbers `unwritten()`, whether the learner's look so. What is `anything()` agrees with
/// every number and shows nothing.
enum class Evidence : char { none, known, looks_unwritten, looks_written };
Evidence evidence_of(const Outcome& model, const Outcome& learner, const Expectation& expected, const Call& call);

/// True where the model leaves elements open: the mistake reads or leaves memory that nobody wrote, and may also end a process.
bool leaves_open(const Outcome& model);

/// True when two outcomes are the same, up to rounding: the learner's and a known mistake's.
bool same(const Outcome& learner, const Outcome& model, Tolerance tolerance);

}  // namespace grader
