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

/// True where `model` knows something that is wrong in the learner's outcome: what is `anything()` agrees with every number
/// and is no evidence, and what is `unwritten()` only where the learner's number looks like it.
bool knows_of(const Outcome& model, const Outcome& learner, const Expectation& expected, const Call& call);

/// True when two outcomes are the same, up to rounding: the learner's and a known mistake's.
bool same(const Outcome& learner, const Outcome& model, Tolerance tolerance);

}  // namespace grader
