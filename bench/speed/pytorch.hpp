#pragma once

#include <sys/types.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "bench/speed/operation.hpp"

namespace tiny_llm::bench {

/// PyTorch in a process of its own (bench/peers/pytorch.py), which is told line by line what to run, so that it takes its
/// turn with the others. It waits for its turn without using the CPU.
class PyTorch {
public:
    /// Throws std::runtime_error when `python` cannot be started or has no PyTorch.
    PyTorch(const std::string& python, std::size_t threads);
    ~PyTorch();
    PyTorch(const PyTorch&) = delete;
    PyTorch& operator=(const PyTorch&) = delete;

    /// Gives it the inputs. Returns the names of its ways: "pytorch", and "pytorch:layer_norm" for the norm.
    std::vector<std::string> load(const std::string& operation, const Workload& work);

    /// What it computes by the way `name`.
    std::vector<Tensor> outputs(const std::string& name, const Workload& work);

    double seconds(const std::string& name, std::size_t times);

private:
    std::string answer_to(const std::string& line);

    pid_t process_ = 0;
    std::FILE* to_ = nullptr;
    std::FILE* from_ = nullptr;
    std::filesystem::path folder_;
};

}  // namespace tiny_llm::bench
