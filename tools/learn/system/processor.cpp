#include "system/processor.hpp"

#include "system/loop.hpp"
#include "terminal/text.hpp"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

#include <cstdio>
#include <cstring>
#endif

namespace learn {

#if defined(__x86_64__) || defined(__i386__)

Processor processor() {
    Processor result;
    unsigned r[4]{};
    constexpr unsigned brand = 0x80000002;
    if (static_cast<unsigned>(__get_cpuid_max(brand & 0x80000000, nullptr)) >= brand + 2) {
        char text[49]{};
        for (unsigned i = 0; i < 3; ++i) {
            __get_cpuid(brand + i, &r[0], &r[1], &r[2], &r[3]);
            std::memcpy(&text[sizeof r * i], r, sizeof r);
        }
        result.model = trim(text);
    }
    if (__get_cpuid(1, &r[0], &r[1], &r[2], &r[3])) {
        char digits[9];
        std::snprintf(digits, sizeof digits, "%08x", r[0]);
        result.revision = digits;
    }
    __builtin_cpu_init();
    result.avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    result.avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
                    __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    return result;
}

#else

Processor processor() {
    Processor result;
    uv_cpu_info_t* cpus = nullptr;
    int count = 0;
    if (uv_cpu_info(&cpus, &count) == 0) {
        if (count > 0) result.model = cpus[0].model;
        uv_free_cpu_info(cpus, count);
    }
    return result;
}

#endif

}  // namespace learn
