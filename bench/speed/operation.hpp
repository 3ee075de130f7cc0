#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tiny_llm/tensor.hpp"

namespace tiny_llm::bench {

/// The widths of a model: E, the hidden size, and I, the intermediate size.
struct Widths {
    std::size_t hidden, intermediate;
};

constexpr Widths qwen2_0_5b{896, 4864};
constexpr Widths qwen2_7b{3584, 18944};

/// What no implementation can be faster than: it moves as many numbers and does nothing else, or it computes as much and
/// moves nothing.
struct Limit {
    std::string name;  // "memcpy", "multiply-adds in registers"
    std::function<void()> run = {};
    double factor = 1.0;  // the limit is this times what `run` takes
};

/// An operation on inputs of one shape.
struct Workload {
    std::shared_ptr<const void> inputs;  // the operation's struct of inputs.hpp, for the contenders
    std::vector<Tensor> expected = {};   // computed in float64, by other means than any contender's
    double rtol = 1.3e-6, atol = 1e-5;
    double bytes = 0;       // that have to be moved: every input once, every output once
    double operations = 0;  // all that is done with each number; a division counts as one, an exp as what fast_exp does
    Limit memory = {};      // beside it the operations at their highest rate; whichever takes longer is the limit
    std::vector<std::pair<std::string, Tensor>> tensors = {};  // the same inputs by name, for a peer in another process
};

struct Operation {
    std::string name;
    std::size_t (*width)(Widths);  // of x
    Workload (*make)(std::size_t rows, Widths widths);
};

/// All six, in the order of the course.
const std::vector<Operation>& operations();

Workload silu_workload(std::size_t rows, Widths widths);
Workload silu_and_mul_workload(std::size_t rows, Widths widths);
Workload rms_norm_workload(std::size_t rows, Widths widths);
Workload add_rms_norm_workload(std::size_t rows, Widths widths);
Workload linear_workload(std::size_t rows, Widths widths);
Workload qwen2_mlp_workload(std::size_t rows, Widths widths);

}  // namespace tiny_llm::bench
