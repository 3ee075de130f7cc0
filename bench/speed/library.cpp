#include "bench/speed/library.hpp"

#include <dlfcn.h>

#include <stdexcept>

namespace tiny_llm::bench {

std::unique_ptr<Contender> load_contender(const std::filesystem::path& library, const void* inputs) {
    // RTLD_LOCAL: each keeps its own fast_silu.
    void* handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) throw std::runtime_error(::dlerror());
    const auto make = reinterpret_cast<MakeContender>(::dlsym(handle, "make_contender"));
    if (!make) throw std::runtime_error(library.string() + ": has no make_contender");
    return std::unique_ptr<Contender>(make(inputs));
}

}  // namespace tiny_llm::bench
