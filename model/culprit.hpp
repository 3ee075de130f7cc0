#pragma once

#include <string>
#include <vector>

namespace tiny_llm {

/// From now on it is looked which of these parts is at work when an exception is thrown or a signal ends the program. The
/// signal's handler says so on standard error, "part: silu", and lets the signal do what it does.
///
/// libraries  ID=LIBRARY, as `--part` takes them
/// words      what to say before the part's name
void watch_parts(const std::vector<std::string>& libraries, const std::string& words);

/// The part out of which the last exception came, the innermost; empty where none was at work, and for a WrongResult, which knows
/// itself.
std::string thrown_in();

}  // namespace tiny_llm
