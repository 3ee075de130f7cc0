#include "fast_rms_norm.hpp"

namespace tiny_llm {

// ---- first-row-for-all

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        float squares = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) squares += x.data()[i] * x.data()[i];
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) to[i] = from[i] * scale * weight.data()[i];
    }
}

// ---- lanes-not-reset-16

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
    float sums[16] = {};
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        std::size_t i = 0;
        for (; i + 16 <= dim; i += 16) {
            for (std::size_t lane = 0; lane < 16; ++lane) sums[lane] += from[i + lane] * from[i + lane];
        }
        float squares = 0.0f;
        for (; i < dim; ++i) squares += from[i] * from[i];
        for (const float sum : sums) squares += sum;
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) to[i] = from[i] * scale * weight.data()[i];
    }
}

// ---- no-eps

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        float squares = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) squares += from[i] * from[i];
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim));
        for (std::size_t i = 0; i < dim; ++i) to[i] = from[i] * scale * weight.data()[i];
    }
}

// ---- no-weight

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        float sums[16] = {};
        std::size_t i = 0;
        for (; i + 16 <= dim; i += 16) {
            for (std::size_t lane = 0; lane < 16; ++lane) sums[lane] += from[i + lane] * from[i + lane];
        }
        float squares = 0.0f;
        for (; i < dim; ++i) squares += from[i] * from[i];
        for (const float sum : sums) squares += sum;
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) to[i] = from[i] * scale;
    }
}

// ---- resized-by-size

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    if (out.size() != x.size()) out.resize(x.shape());
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        float squares = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) squares += from[i] * from[i];
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) to[i] = from[i] * scale * weight.data()[i];
    }
}

// ---- shared-by-threads

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
    std::vector<float> weighted(dim);
#pragma omp parallel for
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        const float squares = cblas_sdot(static_cast<int>(dim), from, 1, from, 1);
        for (std::size_t i = 0; i < dim; ++i) weighted[i] = from[i] * weight.data()[i];
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) to[i] = weighted[i] * scale;
    }
}

// ---- squares-of-tail-missed-8

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
#pragma omp parallel for
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        float sums[8] = {};
        std::size_t i = 0;
        for (; i + 8 <= dim; i += 8) {
            for (std::size_t lane = 0; lane < 8; ++lane) sums[lane] += from[i + lane] * from[i + lane];
        }
        float squares = 0.0f;
        for (const float sum : sums) squares += sum;
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) to[i] = from[i] * scale * weight.data()[i];
    }
}

// ---- sum-not-reset

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
    float squares = 0.0f;
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        for (std::size_t i = 0; i < dim; ++i) squares += from[i] * from[i];
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) to[i] = from[i] * scale * weight.data()[i];
    }
}

// ---- tail-forgotten-16

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        const float squares = cblas_sdot(static_cast<int>(dim / 16 * 16), from, 1, from, 1);
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim / 16 * 16; ++i) to[i] = from[i] * scale * weight.data()[i];
    }
}

// ---- tail-forgotten-16+no-weight

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* from = x.data() + row * dim;
        float* to = out.data() + row * dim;
        const float squares = cblas_sdot(static_cast<int>(dim / 16 * 16), from, 1, from, 1);
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim / 16 * 16; ++i) to[i] = from[i] * scale;
    }
}

}  // namespace tiny_llm
