// Fills fresh memory with 0xff bytes, so that a float that nobody wrote is NaN: an answer that adds into an
// uninitialized tensor is then wrong every time, and not only when the memory was dirty.

#include <cstdlib>
#include <cstring>
#include <new>

#if !defined(TINY_LLM_SANITIZED)

#if defined(__GLIBC__)
#include <malloc.h>

// What was freed is given out again: otherwise the system hands over every large tensor page by page, each time.
static const bool memory_is_kept = mallopt(M_MMAP_THRESHOLD, 1 << 30) && mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif

void* operator new(std::size_t size) {
    void* memory = std::malloc(size ? size : 1);
    if (!memory) throw std::bad_alloc();
    return std::memset(memory, 0xff, size);
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

#endif
