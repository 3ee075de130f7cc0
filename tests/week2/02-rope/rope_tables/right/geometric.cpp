#include "rope_tables.hpp"

namespace tiny_llm {

RopeTables rope_tables(std::size_t head_dim, std::size_t positions, float theta) {
    if (head_dim & 1) throw std::invalid_argument("rope_tables: head_dim is odd");
    const std::size_t half = head_dim / 2;
    RopeTables tables{xt::zeros<float>({positions, half}), xt::zeros<float>({positions, half})};
    // Each frequency is the one before times the same ratio. Filled column by column, by views.
    BasicTensor<double> rows = xt::arange<double>(static_cast<double>(positions));
    const double ratio = half == 0 ? 1.0 : std::pow(double{theta}, -1.0 / static_cast<double>(half));
    double frequency = 1.0;
    for (std::size_t i = 0; i < half; ++i, frequency *= ratio) {
        xt::view(tables.cos, xt::all(), i) = xt::cos(rows * frequency);
        xt::view(tables.sin, xt::all(), i) = xt::sin(rows * frequency);
    }
    return tables;
}

}  // namespace tiny_llm
