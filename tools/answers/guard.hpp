#pragma once

#include <sys/types.h>

#include <string>

/// Nothing that an answer starts outlives the runner, however the runner ends: kill -9 leaves it no time to clean up. So what
/// loads an answer is two processes. The first stands between the runner and the program, adopts whatever the answer leaves
/// behind, and kills all that when the runner is gone; when the program ends, it ends in the same way.
namespace answers {

/// NAME=VALUE for the environment of a program that this process starts and that is to be guarded.
inline constexpr const char* guard_variable = "TINY_LLM_GUARD";
std::string guarded_by_me();

/// At the beginning of such a program, before there are threads: goes on in a child. Does nothing without that variable.
void guard();

/// Waits for a child, and passes on the signals that somebody has sent; those of the terminal the child gets by itself.
/// Returns how it ended, as waitpid does, or nothing but -1 once the parent is another than `parent` (0: whoever it is).
int watch(pid_t child, pid_t parent);

/// Ends this process as that one has ended.
[[noreturn]] void end_like(int status);

/// The process that stands behind a guard and does the work; `guard` itself where there is none, or where this cannot be known.
pid_t program_behind(pid_t guard);

}  // namespace answers
