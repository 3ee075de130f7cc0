// Fills fresh memory with 0xff bytes, so that a float that nobody wrote is NaN: an answer that adds into an
// uninitialized tensor is then wrong every time, and not only when the memory was dirty. And counts what is held at once,
// where an exercise is about memory.

#include "grader/memory.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

#if !defined(TINY_LLM_SANITIZED)

#if defined(__GLIBC__)
#include <malloc.h>

// What was freed is given out again: otherwise the system hands over every large tensor page by page, each time.
static const bool memory_is_kept = mallopt(M_MMAP_THRESHOLD, 1 << 30) && mallopt(M_TRIM_THRESHOLD, 1 << 30);

static std::size_t size_of(void* memory) { return ::malloc_usable_size(memory); }
#else
static std::size_t size_of(void*) { return 0; }
#endif

static std::atomic<std::size_t> bytes_held = 0, bytes_before = 0, most_bytes_held = 0;

void grader_begin_memory() { most_bytes_held = bytes_before = bytes_held.load(); }
std::size_t grader_most_memory() { return most_bytes_held - bytes_before; }

void* operator new(std::size_t size) {
    void* memory = std::malloc(size ? size : 1);
    if (!memory) throw std::bad_alloc();
    const std::size_t held = bytes_held += size_of(memory);
    for (std::size_t most = most_bytes_held; held > most && !most_bytes_held.compare_exchange_weak(most, held);) {
    }
    return std::memset(memory, grader::fill, size);
}

void operator delete(void* memory) noexcept {
    bytes_held -= size_of(memory);
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

#else

void grader_begin_memory() {}
std::size_t grader_most_memory() { return 0; }

#endif
