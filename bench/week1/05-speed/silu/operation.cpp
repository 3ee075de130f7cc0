#include "bench/speed/limits.hpp"
#include "bench/speed/numbers.hpp"
#include "bench/week1/05-speed/inputs.hpp"

namespace tiny_llm::bench {

Workload silu_workload(std::size_t rows, Widths widths) {
    auto inputs = std::make_shared<SiluInputs>();
    inputs->x = numbers({rows, widths.intermediate}, 1, 8.0f);
    const Tensor& x = inputs->x;
    const auto count = static_cast<double>(x.size());

    const xt::xarray<double> wide = xt::cast<double>(x);
    Workload work{.inputs = inputs};
    work.expected = {xt::cast<float>(wide / (1.0 + xt::exp(-wide)))};
    work.bytes = 2 * count * sizeof(float);
    work.operations = 26 * count;
    work.memory = copying("memcpy", x.size());
    work.tensors = {{"x", x}};
    return work;
}

}  // namespace tiny_llm::bench
