#include "rope_tables.hpp"

namespace tiny_llm {

RopeTables rope_tables(std::size_t head_dim, std::size_t positions, float theta) {
    if (head_dim % 2 != 0) throw std::invalid_argument("rope_tables: head_dim is odd");
    // p / theta^(2i/D), a row after the other.
    std::vector<double> divisors;
    for (std::size_t j = 0; j < head_dim; j += 2) {
        divisors.push_back(std::pow(double{theta}, static_cast<double>(j) / static_cast<double>(head_dim)));
    }
    RopeTables tables;
    tables.cos.resize({positions, divisors.size()});
    tables.sin.resize({positions, divisors.size()});
    float *cos = tables.cos.data(), *sin = tables.sin.data();
    for (std::size_t p = 0; p < positions; ++p) {
        for (const double divisor : divisors) {
            *cos++ = static_cast<float>(std::cos(static_cast<double>(p) / divisor));
            *sin++ = static_cast<float>(std::sin(static_cast<double>(p) / divisor));
        }
    }
    return tables;
}

}  // namespace tiny_llm
