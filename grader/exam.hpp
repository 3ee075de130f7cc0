#pragma once

#include <string>

namespace grader {

/// How the running test ended, told by the questions to the listener.
enum class TestStatus { passed, failed, unsolved };

/// Loads what this run asks: the answer, or what explains an earlier run. Where that cannot be loaded, the runner is told
/// why and the program ends.
void begin_run();

/// False where an earlier run has asked this test, and its process ended there or later.
bool is_asked(const std::string& test);

void begin_test(const std::string& name);
TestStatus test_status();

/// A test's sentence in the reader's language.
std::string title_of(const std::string& test);

/// Of a run that explains an earlier one: names what went wrong there, and tells the runner.
void tell_diagnoses();

}  // namespace grader
