#pragma once

#include <string>
#include <vector>

#include "support/call.hpp"
#include "support/catch.hpp"
#include "support/closeness.hpp"

namespace grader {

/// The learner's answer. Each test file defines it: `const grader::Answer grader::answer = &tiny_llm::call;`
extern const Answer answer;

/// The argument that holds what output k is before the call, of an exercise that writes into outputs of the caller's. A
/// call that has none is made twice: with outputs of another shape, unless it is large, and with ones of the right shape full of NaN.
std::string output_before(std::size_t k);

/// Grades one case of the exercise's fixtures. `zh` is the running test's name in Chinese.
void grade(const std::string& zh, const std::string& fixture_name, Tolerance tolerance = {});

/// Grades a call whose outputs need no PyTorch, such as zero rows.
void grade(const std::string& zh, const Call& call, const std::vector<Tensor>& outputs, Tolerance tolerance = {});

/// Asks for std::invalid_argument.
void refuses(const std::string& zh, const Call& call);

/// The exercise's arguments with `tensors` in place of the case's own: for calls that must be refused.
Call with(const std::string& fixture_name, std::vector<std::pair<std::string, Tensor>> tensors);

/// Zeros of the given shape, for calls where only the shape matters.
Tensor zeros(std::vector<std::size_t> shape);

}  // namespace grader
