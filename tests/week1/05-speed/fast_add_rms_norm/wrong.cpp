#include "fast_add_rms_norm.hpp"

namespace tiny_llm {

// ---- first-row-for-all

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
            const float first = float(x.data()[i]) + float(residual.data()[i]);
            squares += first * first;
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

// ---- lanes-not-reset-16

template <class T>
void add_norm(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight, float eps,
    BasicAddRMSNormResult<T>& out) {
    require_shapes(residual.shape() == x.shape(), "fast_add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(),
        "fast_add_rms_norm", "x", x, "weight", weight);
    out.normalized.resize(x.shape());
    out.residual.resize(x.shape());
    const std::size_t dim = weight.size();
    float sums[16] = {};
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const T* a = x.data() + row * dim;
        const T* b = residual.data() + row * dim;
        T* normalized = out.normalized.data() + row * dim;
        T* sum = out.residual.data() + row * dim;
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

// ---- mean-over-padded-width-16+squares-of-x-alone

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
            squares += float(a[i]) * float(a[i]);
            sum[i] = T(s);
        }
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>((dim + 15) / 16 * 16) + eps);
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

// ---- no-eps

template <class T>
void add_norm(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight,
    [[maybe_unused]] float eps, BasicAddRMSNormResult<T>& out) {
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
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim));
        for (std::size_t i = 0; i < dim; ++i) {
            normalized[i] = T((float(a[i]) + float(b[i])) * scale * float(weight.data()[i]));
        }
    }
}

void fast_add_rms_norm(
    const Tensor& x, const Tensor& residual, const Tensor& weight, [[maybe_unused]] float eps, AddRMSNormResult& out) {
    add_norm(x, residual, weight, eps, out);
}

void fast_add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps, BasicAddRMSNormResult<bfloat16>& out) {
    add_norm(x, residual, weight, eps, out);
}

// ---- norm-of-rounded-sum

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
            const float s = float(T(float(a[i]) + float(b[i])));
            squares += s * s;
            sum[i] = T(s);
        }
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) {
            normalized[i] = T(float(sum[i]) * scale * float(weight.data()[i]));
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

// ---- normalized-decides

template <class T>
void add_norm(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight, float eps,
    BasicAddRMSNormResult<T>& out) {
    require_shapes(residual.shape() == x.shape(), "fast_add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(),
        "fast_add_rms_norm", "x", x, "weight", weight);
    if (out.normalized.shape() != x.shape()) {
        out.normalized.resize(x.shape());
        out.residual.resize(x.shape());
    }
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

// ---- outputs-swapped

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
    std::swap(out.normalized, out.residual);
}

void fast_add_rms_norm(
    const Tensor& x, const Tensor& residual, const Tensor& weight, float eps, AddRMSNormResult& out) {
    add_norm(x, residual, weight, eps, out);
}

void fast_add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps, BasicAddRMSNormResult<bfloat16>& out) {
    add_norm(x, residual, weight, eps, out);
}

// ---- residual-left-out

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
            const float s = float(a[i]);
            squares += s * s;
            sum[i] = T(s);
        }
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) {
            normalized[i] = T(float(a[i]) * scale * float(weight.data()[i]));
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

// ---- resized-by-size

template <class T>
void add_norm(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight, float eps,
    BasicAddRMSNormResult<T>& out) {
    require_shapes(residual.shape() == x.shape(), "fast_add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(),
        "fast_add_rms_norm", "x", x, "weight", weight);
    if (out.normalized.size() != x.size()) out.normalized.resize(x.shape());
    if (out.residual.size() != x.size()) out.residual.resize(x.shape());
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

// ---- shared-by-threads

template <class T>
void add_norm(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight, float eps,
    BasicAddRMSNormResult<T>& out) {
    require_shapes(residual.shape() == x.shape(), "fast_add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(),
        "fast_add_rms_norm", "x", x, "weight", weight);
    out.normalized.resize(x.shape());
    out.residual.resize(x.shape());
    const std::size_t dim = weight.size();
    std::vector<float> sums(dim);
#pragma omp parallel for
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const T* a = x.data() + row * dim;
        const T* b = residual.data() + row * dim;
        T* normalized = out.normalized.data() + row * dim;
        T* sum = out.residual.data() + row * dim;
        float squares = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) {
            const float s = float(a[i]) + float(b[i]);
            sums[i] = s;
            squares += s * s;
            sum[i] = T(s);
        }
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) {
            normalized[i] = T(sums[i] * scale * float(weight.data()[i]));
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

// ---- squares-of-tail-missed-8

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
            if (i < dim / 8 * 8) squares += s * s;
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

// ---- tail-not-added-8

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
            const float s = float(a[i]) + (i < dim / 8 * 8 ? float(b[i]) : 0.0f);
            squares += s * s;
            sum[i] = T(s);
        }
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) {
            normalized[i] = T((float(a[i]) + (i < dim / 8 * 8 ? float(b[i]) : 0.0f)) * scale * float(weight.data()[i]));
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

// ---- tail-not-written-8

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
        for (std::size_t i = 0; i < dim / 8 * 8; ++i) {
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

// ---- truncated

void store(float value, float& to) { to = value; }
void store(float value, bfloat16& to) {
    to.bits = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16);
}

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
            store(s, sum[i]);
        }
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) {
            store((float(a[i]) + float(b[i])) * scale * float(weight.data()[i]), normalized[i]);
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

}  // namespace tiny_llm
