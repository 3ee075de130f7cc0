#include "bench/speed/limits.hpp"
#include "bench/speed/numbers.hpp"
#include "bench/week1/05-speed/inputs.hpp"

namespace tiny_llm::bench {

Workload linear_workload(std::size_t rows, Widths widths) {
    const std::size_t in = widths.hidden, out = widths.intermediate;
    auto inputs = std::make_shared<LinearInputs>();
    inputs->x = numbers({rows, in}, 8, 1.0f);
    inputs->weight = numbers({out, in}, 9, std::sqrt(3.0f / static_cast<float>(in)));
    const Tensor& weight = inputs->weight;

    Workload work{.inputs = inputs};
    work.expected = {xt::cast<float>(product(xt::cast<double>(inputs->x), xt::cast<double>(weight)))};
    work.bytes = static_cast<double>(weight.size() + rows * (in + out)) * sizeof(float);
    work.operations = 2.0 * static_cast<double>(rows) * static_cast<double>(weight.size());
    work.memory = reading({&weight});
    work.tensors = {{"x", inputs->x}, {"weight", weight}};
    return work;
}

}  // namespace tiny_llm::bench
