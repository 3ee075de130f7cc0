#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

// For loops that must be fast. Both are inlined, so that they are compiled for the registers of the loop that uses them.
namespace tiny_llm {

/// The total of sums that lie side by side; there are 1, 2, 4, 8 … of them. Each step writes an
/// array of its own: if the sums were folded in place, g++ 12 would keep them in memory and not in registers.
template <std::size_t count>
[[gnu::always_inline]] inline float total(const float (&sums)[count]) {
    if constexpr (count == 1) {
        return sums[0];
    } else {
        float half[count / 2];
        for (std::size_t lane = 0; lane < count / 2; ++lane) half[lane] = sums[lane] + sums[lane + count / 2];
        return total(half);
    }
}

/// How many elements from p on come before the next cache line begins, at most `count`. A register that is loaded or
/// stored across the border of two lines takes both, and so twice the time.
template <class T>
[[gnu::always_inline]] inline std::size_t until_line(const T* p, std::size_t count) {
    constexpr std::size_t line = 64;
    const std::size_t into = reinterpret_cast<std::uintptr_t>(p) % line;
    return std::min(count, (line - into) % line / sizeof(T));
}

}  // namespace tiny_llm
