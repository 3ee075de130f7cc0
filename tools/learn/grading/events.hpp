#pragma once

#include <string>
#include <string_view>

#include "grading/verdict.hpp"
#include "system/process.hpp"

namespace learn {

/// Judges a run by what the grader wrote into its events file and by how it ended. Trusts neither alone: passed is
/// only what ended well, said so with the right nonce, and had every test pass.
RunVerdict judge(std::string_view events, const Ended& ended, const std::string& nonce);

}  // namespace learn
