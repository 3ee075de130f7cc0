#pragma once

#include <filesystem>
#include <memory>

#include "bench/speed/contender.hpp"

namespace tiny_llm::bench {

/// A contender out of its shared library, which stays loaded. Throws std::runtime_error where there is no such library.
std::unique_ptr<Contender> load_contender(const std::filesystem::path& library, const void* inputs);

}  // namespace tiny_llm::bench
