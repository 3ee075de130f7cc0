#include "rope_tables.hpp"

namespace tiny_llm {

namespace {

/// A row for each pair.
Tensor table_of(const BasicTensor<double>& frequencies, std::size_t positions, bool sines) {
    const std::size_t half = frequencies.size();
    Tensor table = xt::empty<float>({half, positions});
    for (std::size_t i = 0; i < half; ++i) {
        for (std::size_t p = 0; p < positions; ++p) {
            const long double angle = static_cast<long double>(p) * frequencies(i);
            table(i, p) = static_cast<float>(sines ? std::sin(angle) : std::cos(angle));
        }
    }
    return xt::transpose(table);
}

}  // namespace

RopeTables rope_tables(std::size_t head_dim, std::size_t positions, float theta) {
    if (head_dim % 2 != 0) throw std::invalid_argument("rope_tables: head_dim is odd");
    BasicTensor<double> frequencies = xt::empty<double>({head_dim / 2});
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
        frequencies(i) = std::pow(double{theta}, -2.0 * static_cast<double>(i) / static_cast<double>(head_dim));
    }
    return {table_of(frequencies, positions, false), table_of(frequencies, positions, true)};
}

}  // namespace tiny_llm
