#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/module.hpp"

namespace grader {

/// Calls of the same shapes as `call` with other numbers in them, valid ones if it is: of one all arguments are others, of the
/// other just one, by turns of `turn` another one.
std::vector<Call> others_like(const Call& call, std::size_t turn);

/// Starts a process in which the answer's calls are made again; before the first of them is made here. What an answer prints
/// there is not shown.
void begin_again(const Module& module, Function function);

/// What came of a call when it was made again, after others like it whose arguments lay where its own do.
struct Again {
    Outcome outcome;    // of kind `ended` where the process has ended
    std::string ended;  // and how
    Call made;          // itself, or one of the others where that ended the process
};

/// Nothing where the call is large, and where there is no such process, or no longer.
std::optional<Again> made_again(const Call& call);

/// What came of a call in a process in which nothing was called before; nothing as above, and where that ended the process.
std::optional<Outcome> made_alone(const Call& call);

}  // namespace grader
