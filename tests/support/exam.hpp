#pragma once

#include <string>

namespace grader {

/// How the running test ended, told by `grade` to the listener.
enum class TestStatus { passed, failed, crashed, unsolved };

void begin_test(const std::string& name);
TestStatus test_status();
std::string test_title();  // in the reader's language

/// Names what went wrong so far, and tells the runner. Called after each failing test, so that a crash in a later
/// one loses nothing, and at the end.
/// Returns the text for a reader without the runner; empty when nothing is named.
std::string tell_diagnoses();

}  // namespace grader
