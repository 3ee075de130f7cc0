// Fills fresh memory with 0xff bytes, so that a float that nobody wrote is NaN: an answer that adds into an
// uninitialized tensor is then wrong every time, and not only when the memory was dirty.

#include <cstdlib>
#include <cstring>
#include <new>

#if !defined(TINY_LLM_SANITIZED)

void* operator new(std::size_t size) {
    void* memory = std::malloc(size ? size : 1);
    if (!memory) throw std::bad_alloc();
    return std::memset(memory, 0xff, size);
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

#endif
