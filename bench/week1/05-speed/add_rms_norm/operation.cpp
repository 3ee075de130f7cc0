#include "bench/speed/limits.hpp"
#include "bench/speed/numbers.hpp"
#include "bench/week1/05-speed/inputs.hpp"

namespace tiny_llm::bench {

Workload add_rms_norm_workload(std::size_t rows, Widths widths) {
    const std::size_t dim = widths.hidden;
    auto inputs = std::make_shared<AddRMSNormInputs>(
        AddRMSNormInputs{numbers({rows, dim}, 5, 2.0f), numbers({rows, dim}, 6, 2.0f), numbers({dim}, 7, 2.0f), 1e-6f});
    const Tensor& x = inputs->x;
    const auto count = static_cast<double>(x.size());

    const xt::xarray<double> sum = xt::cast<double>(x) + xt::cast<double>(inputs->residual);
    const xt::xarray<double> mean_square = xt::mean(xt::square(sum), {1}, xt::keep_dims);
    Workload work{.inputs = inputs};
    work.expected = {xt::cast<float>(sum / xt::sqrt(mean_square + 1e-6f) * xt::cast<double>(inputs->weight)),
                     xt::cast<float>(sum)};
    work.bytes = (4 * count + static_cast<double>(dim)) * sizeof(float);
    work.operations = 5 * count;
    // Two arrays are read and two written.
    work.memory = copying("memcpy of two arrays", 2 * x.size());
    work.tensors = {{"x", x}, {"residual", inputs->residual}, {"weight", inputs->weight}};
    return work;
}

}  // namespace tiny_llm::bench
