#include "rope_tables.hpp"

namespace tiny_llm {

RopeTables rope_tables(std::size_t head_dim, std::size_t positions, float theta) {
    if (head_dim % 2 != 0) throw std::invalid_argument("rope_tables: an odd head_dim");
    const std::size_t half = head_dim / 2;
    RopeTables tables{xt::empty<float>({positions, half}), xt::empty<float>({positions, half})};
    for (std::size_t p = 0; p < positions; ++p) {
        for (std::size_t i = 0; i < half; ++i) {
            const double angle = p * std::pow(double{theta}, -2.0 * i / head_dim);
            tables.cos(p, i) = static_cast<float>(std::cos(angle));
        }
    }
    return tables;
}

}  // namespace tiny_llm
