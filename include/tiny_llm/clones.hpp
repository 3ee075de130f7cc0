#pragma once

#include <cstddef>

// TINY_LLM_CLONES before a function: a version for each width of vector registers; the loader takes the one that the CPU
// has. Elsewhere, and with older compilers, it says nothing, and there is one version; so too where everything is compiled
// for one level of processors, to see what it does there (TINY_LLM_LEVEL, CONTRIBUTING.md).
#if defined(TINY_LLM_LEVEL)
#define TINY_LLM_CLONES
#elif defined(__x86_64__) && defined(__linux__) && \
    (defined(__clang__) ? __clang_major__ >= 14 : defined(__GNUC__) && __GNUC__ < 12)
// clang and g++ 11 know features here, and no levels. avx512f brings fused multiplication and addition with it, avx2 does not.
#define TINY_LLM_CLONES __attribute__((target_clones("default", "avx2", "avx512f")))
#elif defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
// Levels, because "arch=haswell" would be taken only by a Haswell, and by no CPU that came after it.
#define TINY_LLM_CLONES __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define TINY_LLM_CLONES
#endif

namespace tiny_llm {

/// How many floats a vector register of the processor holds, for loops that a wider one would not fit, or a narrower one:
/// clones are one text, so such a loop has to be asked for by name.
inline std::size_t floats_in_register() {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(TINY_LLM_LEVEL)
    return __builtin_cpu_supports("avx512f") ? 16 : __builtin_cpu_supports("avx2") ? 8 : 4;
#elif defined(__AVX512F__)
    return 16;
#elif defined(__AVX2__)
    return 8;
#else
    return 4;
#endif
}

}  // namespace tiny_llm
