#include "bench/speed/threads.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <fstream>
#include <thread>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace tiny_llm::bench {
namespace {

// Asked for by name, because only OpenBLAS has them.
template <class Function>
Function* of_blas(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_DEFAULT, name));
}

std::string asked(const char* name) {
    const auto ask = of_blas<char*()>(name);
    return ask ? ask() : "";
}

}  // namespace

void use_threads(std::size_t count) {
    static std::size_t now = 0;
    if (count == now) return;
    now = count;
    const int n = static_cast<int>(count);
#ifdef _OPENMP
    omp_set_num_threads(n);
#endif
    if (const auto set = of_blas<void(int)>("openblas_set_num_threads")) set(n);
}

std::size_t most_threads() {
#ifdef _OPENMP
    return std::max(1u, std::thread::hardware_concurrency());
#else
    return 1;
#endif
}

std::string blas_kernel() { return asked("openblas_get_corename"); }
std::string blas_config() { return asked("openblas_get_config"); }

std::string blas_library() {
    Dl_info info{};
    return ::dladdr(::dlsym(RTLD_DEFAULT, "cblas_sgemm"), &info) && info.dli_fname ? info.dli_fname : "";
}

std::string cpu_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    }
    return "";
}

}  // namespace tiny_llm::bench
