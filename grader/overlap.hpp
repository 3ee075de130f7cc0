#pragma once

extern "C" {

/// Begins to count parallel regions, and stops the first thread of region `region` (from 0; -1: of none) after so many
/// instructions until the others have done what they can (x86-64 Linux, code of GCC; elsewhere no thread is stopped).
void grader_overlap(int region, long instructions);

/// How many parallel regions were begun since.
int grader_regions();

/// Of the region that was stopped: whether the first thread and another have both written the same float, one of the variables
/// of the function or static. A compiler may keep it in a register, and then no result shows it.
bool grader_shared();

/// In the next region that is stopped such floats are `value` when the first thread goes on. What is not what it was without
/// that, when the region ends, is no longer `grader_shared`: the threads add to it, as in a reduction.
void grader_disturb(float value);

}  // extern "C"
