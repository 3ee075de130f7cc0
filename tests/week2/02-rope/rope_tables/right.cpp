#include "rope_tables.hpp"

#include <algorithm>
#include <complex>

namespace tiny_llm {

// ---- exp-of-log

RopeTables rope_tables(std::size_t head_dim, std::size_t positions, float theta) {
    if (head_dim % 2 != 0) throw std::invalid_argument("rope_tables: head_dim is odd");
    const std::size_t half = head_dim / 2;
    const auto table = [&](double (*of)(double)) {
        Tensor result = xt::empty<float>({positions, half});
        std::size_t k = 0;
        std::generate(result.begin(), result.end(), [&] {
            const std::size_t p = k / half, i = k % half;
            ++k;
            const double share = static_cast<double>(i) / static_cast<double>(half);
            return static_cast<float>(of(static_cast<double>(p) * std::exp(-share * std::log(double{theta}))));
        });
        return result;
    };
    return {table([](double angle) { return std::cos(angle); }), table([](double angle) { return std::sin(angle); })};
}

// ---- geometric

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

// ---- outer-product

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

// ---- rows-outside

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

// ---- transposed-at-the-end

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

// ---- turned-step-by-step

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
