#pragma once

#include <filesystem>
#include <memory>
#include <random>

#include "bench/speed/contender.hpp"

namespace tiny_llm::bench {

/// A contender out of its shared library, which stays loaded. Throws std::runtime_error where there is no such library.
std::unique_ptr<Contender> load_contender(const std::filesystem::path& library, const void* inputs);

/// A contender that is made again for each round, so that its tensors lie elsewhere each time. Where they lie is chance, and
/// not a small one: a load waits for an earlier store whose address is alike in its last twelve bits. One that is large, as
/// with weights of its own, is made once.
class Entrant {
public:
    Entrant(const std::filesystem::path& library, const void* inputs);

    Contender& contender() { return *contender_; }

    /// Makes it again, somewhere else, and lets it run once.
    void move();

private:
    std::filesystem::path library_;
    const void* inputs_;
    std::unique_ptr<Contender> contender_;
    std::vector<std::unique_ptr<char[]>> gaps_;
    std::minstd_rand random_;
    bool large_ = false;
};

}  // namespace tiny_llm::bench
