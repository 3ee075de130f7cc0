#include "rope_tables.hpp"

namespace tiny_llm {

// ---- angle-cut-to-whole

RopeTables rope_tables(std::size_t head_dim, std::size_t positions, float theta) {
    if (head_dim % 2 != 0) throw std::invalid_argument("rope_tables: an odd head_dim");
    const std::size_t half = head_dim / 2;
    RopeTables tables{xt::empty<float>({positions, half}), xt::empty<float>({positions, half})};
    for (std::size_t i = 0; i < half; ++i) {
        const double frequency = std::pow(double{theta}, -2.0 * i / head_dim);
        for (std::size_t p = 0; p < positions; ++p) {
            const std::size_t angle = p * frequency;
            tables.cos(p, i) = static_cast<float>(std::cos(angle));
            tables.sin(p, i) = static_cast<float>(std::sin(angle));
        }
    }
    return tables;
}

// ---- computed-in-float

RopeTables rope_tables(std::size_t head_dim, std::size_t positions, float theta) {
    if (head_dim % 2 != 0) throw std::invalid_argument("rope_tables: an odd head_dim");
    const std::size_t half = head_dim / 2;
    const Tensor exponents = xt::arange<float>(0.0f, static_cast<float>(half)) * -2.0f / static_cast<float>(head_dim);
    const Tensor frequencies = xt::pow(theta, exponents), rows = xt::arange<float>(0.0f, static_cast<float>(positions));
    const Tensor angles = xt::view(rows, xt::all(), xt::newaxis()) * frequencies;
    return {xt::cos(angles), xt::sin(angles)};
}

// ---- exponent-from-1+position-plus-1

RopeTables rope_tables(std::size_t head_dim, std::size_t positions, float theta) {
    if (head_dim % 2 != 0) throw std::invalid_argument("rope_tables: an odd head_dim");
    const std::size_t half = head_dim / 2;
    RopeTables tables{xt::empty<float>({positions, half}), xt::empty<float>({positions, half})};
    for (std::size_t p = 1; p <= positions; ++p) {
        for (std::size_t i = 1; i <= half; ++i) {
            const double angle = p * std::pow(double{theta}, -2.0 * i / head_dim);
            tables.cos(p - 1, i - 1) = static_cast<float>(std::cos(angle));
            tables.sin(p - 1, i - 1) = static_cast<float>(std::sin(angle));
        }
    }
    return tables;
}

// ---- exponent-to-minus-1

RopeTables rope_tables(std::size_t head_dim, std::size_t positions, float theta) {
    if (head_dim % 2 != 0) throw std::invalid_argument("rope_tables: an odd head_dim");
    const std::size_t half = head_dim / 2;
    const xt::xarray<double> exponents = xt::linspace<double>(0.0, -1.0, half);
    const xt::xarray<double> frequencies = xt::pow(double{theta}, exponents), rows = xt::arange<double>(positions);
    const xt::xarray<double> angles = xt::view(rows, xt::all(), xt::newaxis()) * frequencies;
    return {xt::cos(angles), xt::sin(angles)};
}

// ---- same-angle-for-all-pairs

RopeTables rope_tables(std::size_t head_dim, std::size_t positions, float theta) {
    if (head_dim % 2 != 0) throw std::invalid_argument("rope_tables: an odd head_dim");
    const std::size_t half = head_dim / 2;
    RopeTables tables{xt::empty<float>({positions, half}), xt::empty<float>({positions, half})};
    for (std::size_t p = 0; p < positions; ++p) {
        for (std::size_t i = 0; i < half; ++i) {
            const double angle = p / std::pow(double{theta}, 2 * i / head_dim);
            tables.cos(p, i) = static_cast<float>(std::cos(angle));
            tables.sin(p, i) = static_cast<float>(std::sin(angle));
        }
    }
    return tables;
}

// ---- sin-never-written

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

// ---- unsigned-exponent

RopeTables rope_tables(std::size_t head_dim, std::size_t positions, float theta) {
    if (head_dim % 2 != 0) {
        throw std::invalid_argument("rope_tables: head_dim is " + std::to_string(head_dim) + ", and RoPE turns pairs");
    }
    const std::size_t half = head_dim / 2;
    RopeTables tables{xt::empty<float>({positions, half}), xt::empty<float>({positions, half})};
    for (std::size_t i = 0; i < half; ++i) {
        const double exponent = static_cast<double>(-2 * i) / static_cast<double>(head_dim);
        const double frequency = std::pow(static_cast<double>(theta), exponent);
        for (std::size_t p = 0; p < positions; ++p) {
            const double angle = static_cast<double>(p) * frequency;
            tables.cos(p, i) = static_cast<float>(std::cos(angle));
            tables.sin(p, i) = static_cast<float>(std::sin(angle));
        }
    }
    return tables;
}

}  // namespace tiny_llm
