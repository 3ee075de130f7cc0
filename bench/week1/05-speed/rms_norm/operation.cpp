#include "bench/speed/limits.hpp"
#include "bench/speed/numbers.hpp"
#include "bench/week1/05-speed/inputs.hpp"

namespace tiny_llm::bench {

Workload rms_norm_workload(std::size_t rows, Widths widths) {
    const std::size_t dim = widths.hidden;
    auto inputs = std::make_shared<RMSNormInputs>(
        RMSNormInputs{numbers({rows, dim}, 3, 2.0f), FastRMSNorm(dim, numbers({dim}, 4, 2.0f), 1e-6f)});
    const Tensor& x = inputs->x;
    const auto count = static_cast<double>(x.size());

    const xt::xarray<double> wide = xt::cast<double>(x);
    const xt::xarray<double> mean_square = xt::mean(xt::square(wide), {1}, xt::keep_dims);
    Workload work{.inputs = inputs};
    work.expected = {xt::cast<float>(wide / xt::sqrt(mean_square + 1e-6f) * xt::cast<double>(inputs->norm.weight))};
    work.bytes = (2 * count + static_cast<double>(dim)) * sizeof(float);
    work.operations = 4 * count;
    work.memory = copying("memcpy", x.size());
    work.tensors = {{"x", x}, {"weight", inputs->norm.weight}};
    return work;
}

}  // namespace tiny_llm::bench
