#include "rope_tables.hpp"

namespace tiny_llm {

RopeTables rope_tables(std::size_t head_dim, std::size_t positions, float theta) {
    if (head_dim % 2 != 0) throw std::invalid_argument("rope_tables: an odd head_dim");
    const std::size_t half = head_dim / 2;
    const Tensor exponents = xt::arange<float>(0.0f, static_cast<float>(half)) * -2.0f / static_cast<float>(head_dim);
    const Tensor frequencies = xt::pow(theta, exponents), rows = xt::arange<float>(0.0f, static_cast<float>(positions));
    const Tensor angles = xt::view(rows, xt::all(), xt::newaxis()) * frequencies;
    return {xt::cos(angles), xt::sin(angles)};
}

}  // namespace tiny_llm
