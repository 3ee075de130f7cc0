#pragma once

extern "C" {

/// Begins to count parallel regions, and stops the first thread of region `region` (from 0; -1: of none) after so many
/// instructions until the others have done what they can (x86-64 Linux, code of GCC; elsewhere no thread is stopped).
void grader_overlap(int region, long instructions);

/// How many parallel regions were begun since.
int grader_regions();

}  // extern "C"
