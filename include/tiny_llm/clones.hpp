#pragma once

// TINY_LLM_CLONES before a function: a version for each width of vector registers; the loader takes the one that the CPU
// has. Levels, because "arch=haswell" would be taken by a Haswell alone, and by no CPU that came after it.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
#define TINY_LLM_CLONES __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define TINY_LLM_CLONES
#endif
