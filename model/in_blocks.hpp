#pragma once

#include <algorithm>
#include <cstddef>

namespace tiny_llm {

/// Whether the other threads have had something to do, and wait for more.
inline bool threads_are_awake = false;

/// Calls f(begin, count) for the rows of a matrix, at most 32 at a time: on all cores, unless there is too little to do.
///
/// work   products of two numbers in all of it
template <class F>
void in_blocks(std::size_t rows, std::size_t work, const F& f) {
    constexpr std::size_t block = 32;
    const auto from = [&](std::size_t begin) { f(begin, std::min(block, rows - begin)); };
    // A small matrix is read before a second thread is awake. Once a large one has woken it, it waits for the next.
    const std::size_t shared = std::size_t{1} << (threads_are_awake ? 16 : 19);
    if (work < shared) {
        for (std::size_t begin = 0; begin < rows; begin += block) from(begin);
        return;
    }
    threads_are_awake = true;
    // Blocks that follow each other, so that what a thread asks for ahead is its own; few of them towards the end, so that
    // none waits long for the others.
#pragma omp parallel for schedule(guided, 2)
    for (std::size_t begin = 0; begin < rows; begin += block) from(begin);
}

}  // namespace tiny_llm
