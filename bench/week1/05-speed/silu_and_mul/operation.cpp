#include "bench/speed/limits.hpp"
#include "bench/speed/numbers.hpp"
#include "bench/week1/05-speed/inputs.hpp"

namespace tiny_llm::bench {

Workload silu_and_mul_workload(std::size_t rows, Widths widths) {
    const std::size_t half = widths.intermediate;
    auto inputs = std::make_shared<SiluAndMulInputs>();
    inputs->x = numbers({rows, 2 * half}, 2, 8.0f);
    const Tensor& x = inputs->x;
    const auto count = static_cast<double>(rows * half);

    const xt::xarray<double> wide = xt::cast<double>(x);
    const xt::xarray<double> gate = xt::view(wide, xt::all(), xt::range(0, half));
    const xt::xarray<double> up = xt::view(wide, xt::all(), xt::range(half, 2 * half));
    Workload work{.inputs = inputs};
    work.expected = {xt::cast<float>(gate / (1.0 + xt::exp(-gate)) * up)};
    work.bytes = 3 * count * sizeof(float);
    work.operations = 27 * count;
    // Two numbers are read for each that is written; memcpy reads one.
    work.memory = copying("1.5 x memcpy of the result", rows * half, 1.5);
    work.tensors = {{"x", x}};
    return work;
}

}  // namespace tiny_llm::bench
