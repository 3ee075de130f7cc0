#pragma once

#include <optional>
#include <string>

namespace learn {

/// Of an exercise, or of one test (a test is never blocked and never fails to compile; an exercise is never not_run).
enum class Status { passed, failed, crashed, timed_out, unsolved, blocked, compile_error, not_run };

/// As JSON and the state file spell it.
const char* name(Status status);
std::optional<Status> status_from(const std::string& name);

/// As the learner reads it, and one character for lists.
std::string title(Status status);
const char* mark(Status status);

}  // namespace learn
