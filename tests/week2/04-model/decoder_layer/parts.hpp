#pragma once
// What a layer of Qwen2 is made of, without a mistake: for the functions of decoder_layer and qwen2.
#include "grader/plain.hpp"

namespace grader {
namespace {

inline Floats sum(const Floats& a, const Floats& b) { return together(a, b, std::plus<Real>()); }

/// The rows of x from `begin` to `end`.
inline Floats rows_of(const Floats& x, std::size_t begin, std::size_t end) {
    Shape shape = x.shape;
    shape.at(0) = end - begin;
    const std::size_t row = x.shape[0] == 0 ? 0 : x.size() / x.shape[0];
    const auto at = [&](std::size_t r) { return x.values.begin() + static_cast<std::ptrdiff_t>(r * row); };
    return Floats(shape, std::vector<float>(at(begin), at(end)));
}

inline Floats rms_norm_of(const Floats& x, const Floats& weight, Real eps) {
    const std::size_t D = weight.size();
    if (x.shape.empty() || x.width() != D) throw std::invalid_argument("");
    Floats y = x;
    for (std::size_t r = 0; r < x.rows(); ++r) {
        const float* row = x.row(r);
        const Real squares = sum_of(D, [&](std::size_t k) { return Real(row[k]) * row[k]; });
        // In float: where rows nearly cancel, its rounding shows.
        const float root = std::sqrt(static_cast<float>(squares / Real(D)) + static_cast<float>(eps));
        for (std::size_t k = 0; k < D; ++k) y.row(r)[k] = row[k] / root * weight.values[k];
    }
    return y;
}

/// x W^T, and the bias where there is one.
inline Floats linear_of(const Floats& x, const Floats& weight, const Floats* bias = nullptr) {
    if (x.width() != weight.shape.at(1)) throw std::invalid_argument("");
    const Floats y = times_weight(x, weight);
    return bias ? sum(y, *bias) : y;
}

inline Floats qwen2_mlp_of(const Floats& x, const Floats& gate, const Floats& up, const Floats& down) {
    const auto gated = [](Real a, Real b) { return a / (1 + std::exp(-a)) * b; };
    return linear_of(together(linear_of(x, gate), linear_of(x, up), gated), down);
}

/// Positions by kv_heads by head_dim; what nobody has written is 0.5.
struct Cache {
    std::size_t capacity, width, length = 0;
    Floats keys, values;

    Cache(std::size_t capacity, std::size_t kv_heads, std::size_t dim)
        : capacity(capacity),
          width(kv_heads * dim),
          keys({capacity, kv_heads, dim}, 0.5f),
          values({capacity, kv_heads, dim}, 0.5f) {}

    void append(const Floats& key, const Floats& value) {
        const std::size_t L = key.size() / width;
        // A length beyond the capacity leaves room without end, and nothing is written there.
        if (length <= capacity && L > capacity - length) throw std::invalid_argument("");
        for (std::size_t i = length * width; i < std::min(length + L, capacity) * width; ++i) {
            keys.values[i] = key.values[i - length * width];
            values.values[i] = value.values[i - length * width];
        }
        length += L;
    }
    float key(std::size_t row, std::size_t k) const { return at(keys, row * width + k); }
    float value(std::size_t row, std::size_t k) const { return at(values, row * width + k); }
    Floats filled() const { return rows_of(keys, 0, std::min(length, capacity)); }
};

/// The angles of RoPE.
struct Tables {
    Floats cos, sin;  // positions by head_dim / 2
};
inline Tables tables_of(std::size_t head_dim, std::size_t positions, Real theta) {
    Tables tables{Floats({positions, head_dim / 2}, 0.0f), {}};
    tables.sin = tables.cos;
    for (std::size_t i = 0; i < tables.cos.size(); ++i) {
        const Real p = Real(i / (head_dim / 2)), k = Real(i % (head_dim / 2));
        const Real angle = p * std::pow(theta, -2 * k / Real(head_dim));
        tables.cos.values[i] = static_cast<float>(std::cos(angle));
        tables.sin.values[i] = static_cast<float>(std::sin(angle));
    }
    return tables;
}

/// Each head of the rows of x, which begin at position `offset`, turned.
inline void turn(Floats& x, std::size_t dim, const Tables& tables, std::size_t offset) {
    const std::size_t half = dim / 2;
    if (tables.cos.width() != half || offset + x.shape[0] > tables.cos.shape[0]) throw std::invalid_argument("");
    for (std::size_t i = 0; i < x.size(); i += dim) {
        const std::size_t angles = (offset + i / x.width()) * half;
        for (std::size_t k = 0; k < half; ++k) {
            const Real cos = tables.cos.values[angles + k], sin = tables.sin.values[angles + k];
            float &first = x.values[i + k], &second = x.values[i + k + half];
            const Real a = first, b = second;
            first = static_cast<float>(a * cos - b * sin);
            second = static_cast<float>(b * cos + a * sin);
        }
    }
}

struct AttentionWeights {
    std::size_t heads, kv_heads, dim;
    const Floats &q, *q_bias, &k, *k_bias, &v, *v_bias, &o;
};

inline Floats qwen2_attention_of(const Floats& x, const AttentionWeights& w, const Tables& tables, Cache& cache) {
    if (x.shape.size() != 2) throw std::invalid_argument("");
    const std::size_t L = x.shape[0], D = w.dim, offset = cache.length, group = w.heads / w.kv_heads;
    Floats q = linear_of(x, w.q, w.q_bias), k = linear_of(x, w.k, w.k_bias);
    turn(q, D, tables, offset);
    turn(k, D, tables, offset);
    cache.append(k, linear_of(x, w.v, w.v_bias));
    Floats y({L, w.heads * D}, 0.0f);
    for (std::size_t i = 0; i < L; ++i)
        for (std::size_t head = 0; head < w.heads; ++head) {
            const std::size_t from = head / group * D, seen = offset + i + 1;
            std::vector<Real> p(seen);
            Real largest = -std::numeric_limits<Real>::infinity(), all = 0;
            for (std::size_t j = 0; j < seen; ++j) {
                for (std::size_t e = 0; e < D; ++e) p[j] += Real(q.row(i)[head * D + e]) * cache.key(j, from + e);
                largest = std::max(largest, p[j] /= std::sqrt(Real(D)));
            }
            for (Real& one : p) all += one = std::exp(one - largest);
            for (std::size_t e = 0; e < D; ++e) {
                Real mean = 0;
                for (std::size_t j = 0; j < seen; ++j) mean += p[j] * cache.value(j, from + e);
                y.row(i)[head * D + e] = static_cast<float>(mean / all);
            }
        }
    return linear_of(y, w.o);
}

}  // namespace
}  // namespace grader
