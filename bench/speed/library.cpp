#include "bench/speed/library.hpp"

#include <dlfcn.h>

#include <chrono>
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

Entrant::Entrant(const std::filesystem::path& library, const void* inputs)
    : library_(library), inputs_(inputs), contender_(load_contender(library, inputs)) {
    contender_->run();
}

void Entrant::move() {
    if (large_) return;
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    // A gap before the next one, as long as a page at most; four of them stay, or the next would fill the last one's place.
    if (gaps_.size() == 4) gaps_.erase(gaps_.begin());
    gaps_.push_back(std::make_unique<char[]>(16 * (1 + random_() % 256)));
    std::unique_ptr<Contender> next = load_contender(library_, inputs_);
    next->run();
    contender_ = std::move(next);
    large_ = Clock::now() - begin > std::chrono::milliseconds(5);
}

}  // namespace tiny_llm::bench
