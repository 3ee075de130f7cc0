#include "rope_tables.hpp"

namespace tiny_llm {

RopeTables rope_tables(std::size_t head_dim, std::size_t positions, float theta) {
    if (head_dim % 2 != 0) throw std::invalid_argument("rope_tables: head_dim is odd");
    // Hugging Face's way, in double. Reading 0 / 0 of no pairs is reading nothing.
    const BasicTensor<double> exponents =
        xt::arange<double>(0.0, static_cast<double>(head_dim), 2.0) / static_cast<double>(head_dim);
    const BasicTensor<double> frequencies = 1.0 / xt::pow(static_cast<double>(theta), exponents);
    const BasicTensor<double> rows = xt::arange<double>(static_cast<double>(positions));
    const BasicTensor<double> angles =
        xt::view(rows, xt::all(), xt::newaxis()) * xt::view(frequencies, xt::newaxis(), xt::all());
    return {xt::cast<float>(xt::cos(angles)), xt::cast<float>(xt::sin(angles))};
}

}  // namespace tiny_llm
