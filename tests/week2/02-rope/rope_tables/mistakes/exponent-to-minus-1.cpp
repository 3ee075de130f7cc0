#include "rope_tables.hpp"

namespace tiny_llm {

RopeTables rope_tables(std::size_t head_dim, std::size_t positions, float theta) {
    if (head_dim % 2 != 0) throw std::invalid_argument("rope_tables: an odd head_dim");
    const std::size_t half = head_dim / 2;
    const xt::xarray<double> exponents = xt::linspace<double>(0.0, -1.0, half);
    const xt::xarray<double> frequencies = xt::pow(double{theta}, exponents), rows = xt::arange<double>(positions);
    const xt::xarray<double> angles = xt::view(rows, xt::all(), xt::newaxis()) * frequencies;
    return {xt::cos(angles), xt::sin(angles)};
}

}  // namespace tiny_llm
