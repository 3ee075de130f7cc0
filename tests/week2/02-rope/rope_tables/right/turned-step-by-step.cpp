#include "rope_tables.hpp"

#include <complex>

namespace tiny_llm {

RopeTables rope_tables(std::size_t head_dim, std::size_t positions, float theta) {
    if (head_dim % 2 != 0) throw std::invalid_argument("rope_tables: head_dim is odd");
    const std::size_t half = head_dim / 2;
    RopeTables tables{xt::empty<float>({positions, half}), xt::empty<float>({positions, half})};
    for (std::size_t i = 0; i < half; ++i) {
        // A complex number of length 1, turned by the same angle once more for each position.
        const double frequency = std::pow(double{theta}, -static_cast<double>(i) / static_cast<double>(half));
        const std::complex<double> step = std::polar(1.0, frequency);
        std::complex<double> at = 1.0;
        for (std::size_t p = 0; p < positions; ++p, at *= step) {
            tables.cos(p, i) = static_cast<float>(at.real());
            tables.sin(p, i) = static_cast<float>(at.imag());
        }
    }
    return tables;
}

}  // namespace tiny_llm
