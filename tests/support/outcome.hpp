#pragma once

#include <optional>
#include <string>
#include <vector>

#include "support/call.hpp"
#include "support/closeness.hpp"

namespace grader {

/// What came of one call, right or wrong.
struct Outcome {
    enum class Kind { returned, invalid_argument, other_exception, todo };

    Kind kind = Kind::returned;
    std::vector<Tensor> outputs;
    std::vector<std::string> modified;  // names of the inputs that are not what they were
    std::string what;                   // an exception's text
    std::string file;                   // where todo() was reached
    int line = 0;
};

/// Calls `answer` with a copy of `call`, and catches whatever it throws.
Outcome run(Answer answer, const Call& call);

/// What a contract asks of one call: outputs within a tolerance, or std::invalid_argument.
struct Expectation {
    std::vector<Tensor> outputs;
    Tolerance tolerance;
    bool invalid_argument = false;
};

/// True when `outcome` is what `expected` asks for.
bool meets(const Outcome& outcome, const Expectation& expected);

/// `model` with each element that is `anything()` replaced by the learner's, where there is one.
Outcome with_known(Outcome model, const Outcome& learner);

/// True when two outcomes are the same, up to rounding: the learner's and a known mistake's.
bool same(const Outcome& learner, const Outcome& model, Tolerance tolerance);

/// A NaN with a payload of its own, for elements that a mistake reads from memory that is not its own.
float anything();

}  // namespace grader
