// GCC's way into a parallel region, in place of the one in libgomp. When it is told to, it makes the region's threads overlap,
// the same way every time and however busy the machine is: the first thread goes so many instructions far, there it is stopped,
// and the others, which waited until then, do all that they can; then it goes on. What they share by mistake it then finds
// changed. On other machines nothing is stopped.

#include "grader/overlap.hpp"

#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <iterator>

namespace {

std::atomic<int> regions = 0;  // since the count was begun
int region_to_stop = -1;
std::atomic<long> instructions_left = 0;

// What several threads may write and no one alone owns: the variables of the function that began the region, and static ones.
struct Watched {
    char* begin;
    std::size_t size;
};
Watched watched[4];
std::size_t watched_count = 0;
constexpr std::size_t most = 16384;
alignas(8) char before_others[most], after_others[most];
std::atomic<int> barriers = 0;  // in the region that is stopped

// A float that both have written: where it lies, and what it was in the end.
struct Shared {
    std::size_t part, offset;
    float end;

    char* at() const { return watched[part].begin + offset; }
};
Shared shared[8];
std::size_t shared_count = 0;
float disturbance = 0;

void remember_in(char* copy) {
    for (std::size_t w = 0; w < watched_count; copy += watched[w++].size)
        std::memcpy(copy, watched[w].begin, watched[w].size);
}

/// Not whole numbers, which as floats are tiny: threads may count together.
bool is_a_float(const char* at, float& number) {
    std::memcpy(&number, at, sizeof number);
    return std::isfinite(number) && std::abs(number) > 1e-20f && std::abs(number) < 1e20f;
}

void find_shared() {
    std::size_t found = 0, offset = 0;
    for (std::size_t w = 0; w < watched_count; offset += watched[w++].size) {
        for (std::size_t i = 0; i + sizeof(float) <= watched[w].size; i += sizeof(float)) {
            const char *before = before_others + offset + i, *after = after_others + offset + i;
            const char* at = watched[w].begin + i;
            float one = 0, other = 0;
            if (!std::memcmp(before, after, sizeof one) || !std::memcmp(after, at, sizeof one)) continue;
            if (is_a_float(after, one) && is_a_float(at, other) && found < std::size(shared))
                shared[found++] = {w, i, other};
        }
    }
    shared_count = found;
}

void keep_undisturbed() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < shared_count; ++i) {
        if (!std::memcmp(shared[i].at(), &shared[i].end, sizeof(float))) shared[kept++] = shared[i];
    }
    shared_count = kept;
}

}  // namespace

bool grader_shared() { return shared_count > 0 && barriers == 0; }

void grader_disturb(float value) { disturbance = value; }

void grader_overlap(int region, long instructions) {
    regions = 0;
    region_to_stop = region;
    instructions_left = instructions;
}

int grader_regions() { return regions; }

#if defined(__linux__) && defined(__x86_64__) && defined(__GLIBC__)

#include <dirent.h>
#include <dlfcn.h>
#include <link.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

constexpr greg_t single_step = 0x100;  // the trap flag

std::uintptr_t code_begin = 0, code_end = 0;  // of the answer
std::atomic<bool> others_wait = false;
std::atomic<int> waiting = 0;
volatile std::sig_atomic_t stepping = 0, was_stopped = 0;

long this_thread() { return ::syscall(SYS_gettid); }

void a_moment() {
    const timespec time{0, 100'000};
    ::nanosleep(&time, nullptr);
}

bool is_asleep(const char* thread) {
    char path[64], line[512];
    std::snprintf(path, sizeof path, "/proc/self/task/%s/stat", thread);
    std::FILE* file = std::fopen(path, "r");
    if (!file) return true;  // it has ended
    const char* state = std::fgets(line, sizeof line, file) ? std::strrchr(line, ')') : nullptr;
    std::fclose(file);
    return !state || state[2] == 'S';
}

bool others_are_asleep() {
    DIR* threads = ::opendir("/proc/self/task");
    if (!threads) return true;
    bool asleep = true;
    while (const dirent* entry = ::readdir(threads)) {
        const long id = std::atol(entry->d_name);
        if (id > 0 && id != this_thread()) asleep = asleep && is_asleep(entry->d_name);
    }
    ::closedir(threads);
    return asleep;
}

// After each instruction of the first thread. Where it is in the answer's code it holds no lock of the memory's, so that what
// is called here can be.
void step(int, siginfo_t*, void* context) {
    greg_t* registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    const auto at = static_cast<std::uintptr_t>(registers[REG_RIP]);
    const bool in_answer = code_begin <= at && at < code_end;
    if (stepping && (--instructions_left > 0 || !in_answer)) {
        registers[REG_EFL] |= single_step;
        return;
    }
    registers[REG_EFL] &= ~single_step;
    if (!stepping) return;  // the region is over
    stepping = 0;
    const int error = errno;
    remember_in(before_others);
    others_wait = false;
    for (int moments = 0; moments < 20'000; ++moments) {
        a_moment();
        if (waiting == 0 && others_are_asleep()) break;
    }
    remember_in(after_others);
    for (std::size_t i = 0; disturbance != 0 && i < shared_count; ++i)
        std::memcpy(shared[i].at(), &disturbance, sizeof disturbance);
    was_stopped = true;
    errno = error;
}

struct Region {
    void (*function)(void*);
    void* data;
    long first_thread;
};

void run_in_thread(void* of_region) {
    const Region region = *static_cast<const Region*>(of_region);
    if (this_thread() != region.first_thread) {
        char first[24];
        std::snprintf(first, sizeof first, "%ld", region.first_thread);
        ++waiting;
        // Not for ever: the first thread may be waiting for this one.
        for (int moments = 1; others_wait && moments < 20'000; ++moments) {
            a_moment();
            if (moments % 16 == 0 && is_asleep(first)) break;
        }
        --waiting;
        region.function(region.data);
        return;
    }
    struct sigaction action = {}, before = {};
    action.sa_sigaction = step;
    action.sa_flags = SA_RESTART | SA_SIGINFO;
    ::sigaction(SIGTRAP, &action, &before);
    stepping = 1;
    std::raise(SIGTRAP);
    region.function(region.data);
    stepping = 0;  // the next instruction is the last that is stepped
    others_wait = false;
    ::sigaction(SIGTRAP, &before, nullptr);
}

void watch(std::uintptr_t begin, std::size_t size) {
    begin = (begin + 3) / 4 * 4;
    std::size_t room = most;
    for (std::size_t w = 0; w < watched_count; ++w) room -= watched[w].size;
    if (size > room || watched_count == std::size(watched)) return;
    watched[watched_count++] = {reinterpret_cast<char*>(begin), size};
}

int find_code(dl_phdr_info* object, std::size_t, void* function) {
    const auto wanted = reinterpret_cast<std::uintptr_t>(function);
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const auto& part = object->dlpi_phdr[i];
        const std::uintptr_t begin = object->dlpi_addr + part.p_vaddr;
        if (part.p_type != PT_LOAD || wanted < begin || wanted >= begin + part.p_memsz) continue;
        code_begin = begin;
        code_end = begin + part.p_memsz;
        for (int k = 0; k < object->dlpi_phnum; ++k) {
            const auto& data = object->dlpi_phdr[k];
            if (data.p_type == PT_LOAD && (data.p_flags & PF_W)) watch(object->dlpi_addr + data.p_vaddr, data.p_memsz);
        }
        return 1;
    }
    return 0;
}

template <class... Rest>
void begin(const char* name, const void* frame, void (*function)(void*), void* data, Rest... rest) {
    using Begin = void (*)(void (*)(void*), void*, Rest...);
    static void* const libgomp = ::dlopen("libgomp.so.1", RTLD_NOW | RTLD_NOLOAD);
    const auto real = reinterpret_cast<Begin>(::dlsym(libgomp, name));
    if (regions++ != region_to_stop) {
        // Threads are started while signals are blocked, and a step taken then would be the end of the process.
        const bool is_stepped = stepping;
        stepping = 0;
        real(function, data, rest...);
        if (!is_stepped) return;
        stepping = 1;
        std::raise(SIGTRAP);
        return;
    }
    Region region{function, data, this_thread()};
    watched_count = 0;
    const auto from = reinterpret_cast<std::uintptr_t>(frame) + 2 * sizeof(void*);  // the function's own variables
    watch(from, reinterpret_cast<std::uintptr_t>(data) - from + 1024);
    ::dl_iterate_phdr(find_code, reinterpret_cast<void*>(function));
    barriers = 0;
    was_stopped = 0;
    others_wait = true;
    real(run_in_thread, &region, rest...);
    if (!was_stopped) shared_count = 0;
    else if (disturbance != 0) keep_undisturbed();
    else find_shared();
}

}  // namespace

extern "C" {

void GOMP_parallel(void (*function)(void*), void* data, unsigned threads, unsigned flags) {
    begin("GOMP_parallel", __builtin_frame_address(0), function, data, threads, flags);
}
void GOMP_parallel_loop_nonmonotonic_dynamic(void (*function)(void*), void* data, unsigned threads, long from, long to,
                                             long step, long chunk, unsigned flags) {
    begin("GOMP_parallel_loop_nonmonotonic_dynamic", __builtin_frame_address(0), function, data, threads, from, to,
          step, chunk, flags);
}
void GOMP_parallel_loop_nonmonotonic_guided(void (*function)(void*), void* data, unsigned threads, long from, long to,
                                            long step, long chunk, unsigned flags) {
    begin("GOMP_parallel_loop_nonmonotonic_guided", __builtin_frame_address(0), function, data, threads, from, to, step,
          chunk, flags);
}

void GOMP_barrier() {
    ++barriers;
    static void* const libgomp = ::dlopen("libgomp.so.1", RTLD_NOW | RTLD_NOLOAD);
    static const auto real = reinterpret_cast<void (*)()>(::dlsym(libgomp, "GOMP_barrier"));
    real();
}

}  // extern "C"

#endif
