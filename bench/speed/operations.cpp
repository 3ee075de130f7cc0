#include "bench/speed/operation.hpp"

namespace tiny_llm::bench {

const std::vector<Operation>& operations() {
    const auto hidden = [](Widths widths) { return widths.hidden; };
    const auto intermediate = [](Widths widths) { return widths.intermediate; };
    const auto gate_and_up = [](Widths widths) { return 2 * widths.intermediate; };
    static const std::vector<Operation> all{
        {"silu", intermediate, silu_workload},   {"silu_and_mul", gate_and_up, silu_and_mul_workload},
        {"rms_norm", hidden, rms_norm_workload}, {"add_rms_norm", hidden, add_rms_norm_workload},
        {"linear", hidden, linear_workload},     {"qwen2_mlp", hidden, qwen2_mlp_workload}};
    return all;
}

}  // namespace tiny_llm::bench
