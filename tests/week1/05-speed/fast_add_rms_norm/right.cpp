#include "fast_add_rms_norm.hpp"

#include <thread>
#include <vector>

namespace tiny_llm {

// ---- double-sums

template <class T>
void add_norm(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight, float eps,
    BasicAddRMSNormResult<T>& out) {
    require_shapes(residual.shape() == x.shape(), "fast_add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(),
        "fast_add_rms_norm", "x", x, "weight", weight);
    out.normalized.resize(x.shape());
    out.residual.resize(x.shape());
    const std::size_t dim = weight.size();
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const T* a = x.data() + row * dim;
        const T* b = residual.data() + row * dim;
        T* normalized = out.normalized.data() + row * dim;
        T* sum = out.residual.data() + row * dim;
        double squares = 0;
        for (std::size_t i = 0; i < dim; ++i) {
            const float s = float(a[i]) + float(b[i]);
            squares += static_cast<double>(s) * s;
            sum[i] = T(s);
        }
        const float scale = static_cast<float>(1 / std::sqrt(squares / static_cast<double>(dim) + eps));
        for (std::size_t i = 0; i < dim; ++i) {
            normalized[i] = T((float(a[i]) + float(b[i])) * scale * float(weight.data()[i]));
        }
    }
}

void fast_add_rms_norm(
    const Tensor& x, const Tensor& residual, const Tensor& weight, float eps, AddRMSNormResult& out) {
    add_norm(x, residual, weight, eps, out);
}

void fast_add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps, BasicAddRMSNormResult<bfloat16>& out) {
    add_norm(x, residual, weight, eps, out);
}

// ---- expressions

namespace {

void add_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps, AddRMSNormResult& out) {
    require_shapes(residual.shape() == x.shape(), "fast_add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(),
        "fast_add_rms_norm", "x", x, "weight", weight);
    out.residual = x + residual;
    const Tensor mean_square = xt::mean(xt::square(out.residual), {x.dimension() - 1}, xt::keep_dims);
    out.normalized = out.residual / xt::sqrt(mean_square + eps) * weight;
}

}  // namespace

void fast_add_rms_norm(
    const Tensor& x, const Tensor& residual, const Tensor& weight, float eps, AddRMSNormResult& out) {
    add_norm(x, residual, weight, eps, out);
}

void fast_add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps, BasicAddRMSNormResult<bfloat16>& out) {
    AddRMSNormResult wide;
    add_norm(xt::cast<float>(x), xt::cast<float>(residual), xt::cast<float>(weight), eps, wide);
    out.normalized = xt::cast<bfloat16>(wide.normalized);
    out.residual = xt::cast<bfloat16>(wide.residual);
}

// ---- float-loops

template <class T>
void add_norm(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight, float eps,
    BasicAddRMSNormResult<T>& out) {
    require_shapes(residual.shape() == x.shape(), "fast_add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(),
        "fast_add_rms_norm", "x", x, "weight", weight);
    out.normalized.resize(x.shape());
    out.residual.resize(x.shape());
    const std::size_t dim = weight.size();
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const T* a = x.data() + row * dim;
        const T* b = residual.data() + row * dim;
        T* normalized = out.normalized.data() + row * dim;
        T* sum = out.residual.data() + row * dim;
        float squares = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) {
            const float s = float(a[i]) + float(b[i]);
            squares += s * s;
            sum[i] = T(s);
        }
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) {
            normalized[i] = T((float(a[i]) + float(b[i])) * scale * float(weight.data()[i]));
        }
    }
}

void fast_add_rms_norm(
    const Tensor& x, const Tensor& residual, const Tensor& weight, float eps, AddRMSNormResult& out) {
    add_norm(x, residual, weight, eps, out);
}

void fast_add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps, BasicAddRMSNormResult<bfloat16>& out) {
    add_norm(x, residual, weight, eps, out);
}

// ---- lanes-and-tail

template <class T>
void add_norm(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight, float eps,
    BasicAddRMSNormResult<T>& out) {
    require_shapes(residual.shape() == x.shape(), "fast_add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(),
        "fast_add_rms_norm", "x", x, "weight", weight);
    out.normalized.resize(x.shape());
    out.residual.resize(x.shape());
    const std::size_t dim = weight.size();
#pragma omp parallel for
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const T* a = x.data() + row * dim;
        const T* b = residual.data() + row * dim;
        T* normalized = out.normalized.data() + row * dim;
        T* sum = out.residual.data() + row * dim;
        float sums[16] = {};
        std::size_t i = 0;
        for (; i + 16 <= dim; i += 16) {
            for (std::size_t lane = 0; lane < 16; ++lane) {
                const float s = float(a[i + lane]) + float(b[i + lane]);
                sums[lane] += s * s;
                sum[i + lane] = T(s);
            }
        }
        float squares = 0.0f;
        for (; i < dim; ++i) {
            const float s = float(a[i]) + float(b[i]);
            squares += s * s;
            sum[i] = T(s);
        }
        for (const float lane : sums) squares += lane;
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) {
            normalized[i] = T((float(a[i]) + float(b[i])) * scale * float(weight.data()[i]));
        }
    }
}

void fast_add_rms_norm(
    const Tensor& x, const Tensor& residual, const Tensor& weight, float eps, AddRMSNormResult& out) {
    add_norm(x, residual, weight, eps, out);
}

void fast_add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps, BasicAddRMSNormResult<bfloat16>& out) {
    add_norm(x, residual, weight, eps, out);
}

// ---- threads-by-turns

template <class T>
void add_norm(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight, float eps,
    BasicAddRMSNormResult<T>& out) {
    require_shapes(residual.shape() == x.shape(), "fast_add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(),
        "fast_add_rms_norm", "x", x, "weight", weight);
    out.normalized.resize(x.shape());
    out.residual.resize(x.shape());
    const std::size_t dim = weight.size();
    constexpr std::size_t count = 3;
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < count; ++t) {
        threads.emplace_back([&, t] {
            std::vector<float> wide(dim);
            for (std::size_t row = t; row < x.size() / dim; row += count) {
                float squares = 0.0f;
                for (std::size_t i = 0; i < dim; ++i) {
                    wide[i] = float(x.data()[row * dim + i]) + float(residual.data()[row * dim + i]);
                    out.residual.data()[row * dim + i] = T(wide[i]);
                    squares += wide[i] * wide[i];
                }
                const float root = std::sqrt(squares / static_cast<float>(dim) + eps);
                for (std::size_t i = 0; i < dim; ++i) {
                    out.normalized.data()[row * dim + i] = T(wide[i] / root * float(weight(i)));
                }
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
}

void fast_add_rms_norm(
    const Tensor& x, const Tensor& residual, const Tensor& weight, float eps, AddRMSNormResult& out) {
    add_norm(x, residual, weight, eps, out);
}

void fast_add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps, BasicAddRMSNormResult<bfloat16>& out) {
    add_norm(x, residual, weight, eps, out);
}

}  // namespace tiny_llm
