#include "fast_qwen2_mlp.hpp"

#include <bit>
#include <vector>

namespace tiny_llm {

// ---- added-to-out

namespace {

template <class Weight>
float dot(const float* a, const Weight* w, std::size_t count) {
    float sum = 0.0f;
    for (std::size_t i = 0; i < count; ++i) sum += a[i] * float(w[i]);
    return sum;
}

template <class Weight>
void apply(const BasicFastQwen2MLP<Weight>& mlp, const Tensor& x, Tensor& out) {
    require_shapes(x.dimension() > 0 && x.shape().back() == mlp.dim, "FastQwen2MLP", "x", x, "w_gate", mlp.w_gate);
    const std::size_t dim = mlp.dim;
    const std::size_t inner = mlp.hidden_dim;
    const std::size_t rows = x.size() / dim;
    out.resize(x.shape());
    std::vector<float> hidden(inner);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* from = x.data() + row * dim;
        for (std::size_t h = 0; h < inner; ++h) {
            const float gate = dot(from, mlp.w_gate.data() + h * dim, dim);
            const float up = dot(from, mlp.w_up.data() + h * dim, dim);
            hidden[h] = gate / (1.0f + std::exp(-gate)) * up;
        }
        for (std::size_t o = 0; o < dim; ++o)
            out.data()[row * dim + o] += dot(hidden.data(), mlp.w_down.data() + o * inner, inner);
    }
}

}  // namespace

template <>
void BasicFastQwen2MLP<float>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

template <>
void BasicFastQwen2MLP<bfloat16>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

// ---- gate-and-up-swapped+tail-forgotten-8

namespace {

template <class Weight>
float dot(const float* a, const Weight* w, std::size_t count) {
    float sums[8] = {};  // and none for what is left over
    for (std::size_t i = 0; i + 8 <= count; i += 8) {
        for (std::size_t lane = 0; lane < 8; ++lane) sums[lane] += a[i + lane] * float(w[i + lane]);
    }
    float sum = 0.0f;
    for (const float lane : sums) sum += lane;
    return sum;
}

template <class Weight>
void apply(const BasicFastQwen2MLP<Weight>& mlp, const Tensor& x, Tensor& out) {
    require_shapes(x.dimension() > 0 && x.shape().back() == mlp.dim, "FastQwen2MLP", "x", x, "w_gate", mlp.w_gate);
    const std::size_t dim = mlp.dim;
    const std::size_t inner = mlp.hidden_dim;
    const std::size_t rows = x.size() / dim;
    out.resize(x.shape());
    std::vector<float> hidden(inner);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* from = x.data() + row * dim;
        for (std::size_t h = 0; h < inner; ++h) {
            const float gate = dot(from, mlp.w_gate.data() + h * dim, dim);
            const float up = dot(from, mlp.w_up.data() + h * dim, dim);
            hidden[h] = up / (1.0f + std::exp(-up)) * gate;
        }
        for (std::size_t o = 0; o < dim; ++o)
            out.data()[row * dim + o] = dot(hidden.data(), mlp.w_down.data() + o * inner, inner);
    }
}

}  // namespace

template <>
void BasicFastQwen2MLP<float>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

template <>
void BasicFastQwen2MLP<bfloat16>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

// ---- no-silu

namespace {

template <class Weight>
float dot(const float* a, const Weight* w, std::size_t count) {
    float sum = 0.0f;
    for (std::size_t i = 0; i < count; ++i) sum += a[i] * float(w[i]);
    return sum;
}

template <class Weight>
void apply(const BasicFastQwen2MLP<Weight>& mlp, const Tensor& x, Tensor& out) {
    require_shapes(x.dimension() > 0 && x.shape().back() == mlp.dim, "FastQwen2MLP", "x", x, "w_gate", mlp.w_gate);
    const std::size_t dim = mlp.dim;
    const std::size_t inner = mlp.hidden_dim;
    const std::size_t rows = x.size() / dim;
    out.resize(x.shape());
    std::vector<float> hidden(inner);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* from = x.data() + row * dim;
        for (std::size_t h = 0; h < inner; ++h) {
            const float gate = dot(from, mlp.w_gate.data() + h * dim, dim);
            const float up = dot(from, mlp.w_up.data() + h * dim, dim);
            hidden[h] = gate * up;
        }
        for (std::size_t o = 0; o < dim; ++o)
            out.data()[row * dim + o] = dot(hidden.data(), mlp.w_down.data() + o * inner, inner);
    }
}

}  // namespace

template <>
void BasicFastQwen2MLP<float>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

template <>
void BasicFastQwen2MLP<bfloat16>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

// ---- shared-by-threads

namespace {

template <class Weight>
float dot(const float* a, const Weight* w, std::size_t count) {
    float sum = 0.0f;
    for (std::size_t i = 0; i < count; ++i) sum += a[i] * float(w[i]);
    return sum;
}

template <class Weight>
void apply(const BasicFastQwen2MLP<Weight>& mlp, const Tensor& x, Tensor& out) {
    require_shapes(x.dimension() > 0 && x.shape().back() == mlp.dim, "FastQwen2MLP", "x", x, "w_gate", mlp.w_gate);
    const std::size_t dim = mlp.dim;
    const std::size_t inner = mlp.hidden_dim;
    const std::size_t rows = x.size() / dim;
    out.resize(x.shape());
    std::vector<float> hidden(inner);
    // One row is shared by threads too.
    float gate = 0.0f, up = 0.0f;
#pragma omp parallel for if (rows > 1)
    for (std::size_t row = 0; row < rows; ++row) {
        const float* from = x.data() + row * dim;
#pragma omp parallel for if (rows == 1)
        for (std::size_t h = 0; h < inner; ++h) {
            gate = dot(from, mlp.w_gate.data() + h * dim, dim);
            up = dot(from, mlp.w_up.data() + h * dim, dim);
            hidden[h] = gate / (1.0f + std::exp(-gate)) * up;
        }
        for (std::size_t o = 0; o < dim; ++o)
            out.data()[row * dim + o] = dot(hidden.data(), mlp.w_down.data() + o * inner, inner);
    }
}

}  // namespace

template <>
void BasicFastQwen2MLP<float>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

template <>
void BasicFastQwen2MLP<bfloat16>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

// ---- shared-by-threads-in-many-rows

namespace {

template <class Weight>
float dot(const float* a, const Weight* w, std::size_t count) {
    float sum = 0.0f;
    for (std::size_t i = 0; i < count; ++i) sum += a[i] * float(w[i]);
    return sum;
}

template <class Weight>
void apply(const BasicFastQwen2MLP<Weight>& mlp, const Tensor& x, Tensor& out) {
    require_shapes(x.dimension() > 0 && x.shape().back() == mlp.dim, "FastQwen2MLP", "x", x, "w_gate", mlp.w_gate);
    const std::size_t dim = mlp.dim;
    const std::size_t inner = mlp.hidden_dim;
    const std::size_t rows = x.size() / dim;
    out.resize(x.shape());
    std::vector<float> hidden(inner);
#pragma omp parallel for
    for (std::size_t row = 0; row < rows; ++row) {
        const float* from = x.data() + row * dim;
        for (std::size_t h = 0; h < inner; ++h) {
            const float gate = dot(from, mlp.w_gate.data() + h * dim, dim);
            const float up = dot(from, mlp.w_up.data() + h * dim, dim);
            hidden[h] = gate / (1.0f + std::exp(-gate)) * up;
        }
        for (std::size_t o = 0; o < dim; ++o)
            out.data()[row * dim + o] = dot(hidden.data(), mlp.w_down.data() + o * inner, inner);
    }
}

}  // namespace

template <>
void BasicFastQwen2MLP<float>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

template <>
void BasicFastQwen2MLP<bfloat16>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

// ---- sigmoid

namespace {

template <class Weight>
float dot(const float* a, const Weight* w, std::size_t count) {
    float sum = 0.0f;
    for (std::size_t i = 0; i < count; ++i) sum += a[i] * float(w[i]);
    return sum;
}

template <class Weight>
void apply(const BasicFastQwen2MLP<Weight>& mlp, const Tensor& x, Tensor& out) {
    require_shapes(x.dimension() > 0 && x.shape().back() == mlp.dim, "FastQwen2MLP", "x", x, "w_gate", mlp.w_gate);
    const std::size_t dim = mlp.dim;
    const std::size_t inner = mlp.hidden_dim;
    const std::size_t rows = x.size() / dim;
    out.resize(x.shape());
    std::vector<float> hidden(inner);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* from = x.data() + row * dim;
        for (std::size_t h = 0; h < inner; ++h) {
            const float gate = dot(from, mlp.w_gate.data() + h * dim, dim);
            const float up = dot(from, mlp.w_up.data() + h * dim, dim);
            hidden[h] = up / (1.0f + std::exp(-gate));
        }
        for (std::size_t o = 0; o < dim; ++o)
            out.data()[row * dim + o] = dot(hidden.data(), mlp.w_down.data() + o * inner, inner);
    }
}

}  // namespace

template <>
void BasicFastQwen2MLP<float>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

template <>
void BasicFastQwen2MLP<bfloat16>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

// ---- sign-bit-spread

namespace {

float number(float value) { return value; }
float number(bfloat16 value) { return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits) << 15); }

template <class Weight>
float dot(const float* a, const Weight* w, std::size_t count) {
    float sum = 0.0f;
    for (std::size_t i = 0; i < count; ++i) sum += a[i] * number(w[i]);
    return sum;
}

template <class Weight>
void apply(const BasicFastQwen2MLP<Weight>& mlp, const Tensor& x, Tensor& out) {
    require_shapes(x.dimension() > 0 && x.shape().back() == mlp.dim, "FastQwen2MLP", "x", x, "w_gate", mlp.w_gate);
    const std::size_t dim = mlp.dim;
    const std::size_t inner = mlp.hidden_dim;
    const std::size_t rows = x.size() / dim;
    out.resize(x.shape());
    std::vector<float> hidden(inner);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* from = x.data() + row * dim;
        for (std::size_t h = 0; h < inner; ++h) {
            const float gate = dot(from, mlp.w_gate.data() + h * dim, dim);
            const float up = dot(from, mlp.w_up.data() + h * dim, dim);
            hidden[h] = gate / (1.0f + std::exp(-gate)) * up;
        }
        for (std::size_t o = 0; o < dim; ++o)
            out.data()[row * dim + o] = dot(hidden.data(), mlp.w_down.data() + o * inner, inner);
    }
}

}  // namespace

template <>
void BasicFastQwen2MLP<float>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

template <>
void BasicFastQwen2MLP<bfloat16>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

// ---- silu-on-both

namespace {

template <class Weight>
float dot(const float* a, const Weight* w, std::size_t count) {
    float sum = 0.0f;
    for (std::size_t i = 0; i < count; ++i) sum += a[i] * float(w[i]);
    return sum;
}

template <class Weight>
void apply(const BasicFastQwen2MLP<Weight>& mlp, const Tensor& x, Tensor& out) {
    require_shapes(x.dimension() > 0 && x.shape().back() == mlp.dim, "FastQwen2MLP", "x", x, "w_gate", mlp.w_gate);
    const std::size_t dim = mlp.dim;
    const std::size_t inner = mlp.hidden_dim;
    const std::size_t rows = x.size() / dim;
    out.resize(x.shape());
    std::vector<float> hidden(inner);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* from = x.data() + row * dim;
        for (std::size_t h = 0; h < inner; ++h) {
            const float gate = dot(from, mlp.w_gate.data() + h * dim, dim);
            const float up = dot(from, mlp.w_up.data() + h * dim, dim);
            hidden[h] = gate / (1.0f + std::exp(-gate)) * up / (1.0f + std::exp(-up));
        }
        for (std::size_t o = 0; o < dim; ++o)
            out.data()[row * dim + o] = dot(hidden.data(), mlp.w_down.data() + o * inner, inner);
    }
}

}  // namespace

template <>
void BasicFastQwen2MLP<float>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

template <>
void BasicFastQwen2MLP<bfloat16>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

// ---- w-up-twice

namespace {

template <class Weight>
float dot(const float* a, const Weight* w, std::size_t count) {
    float sum = 0.0f;
    for (std::size_t i = 0; i < count; ++i) sum += a[i] * float(w[i]);
    return sum;
}

template <class Weight>
void apply(const BasicFastQwen2MLP<Weight>& mlp, const Tensor& x, Tensor& out) {
    require_shapes(x.dimension() > 0 && x.shape().back() == mlp.dim, "FastQwen2MLP", "x", x, "w_gate", mlp.w_gate);
    const std::size_t dim = mlp.dim;
    const std::size_t inner = mlp.hidden_dim;
    const std::size_t rows = x.size() / dim;
    out.resize(x.shape());
    std::vector<float> hidden(inner);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* from = x.data() + row * dim;
        for (std::size_t h = 0; h < inner; ++h) {
            const float gate = dot(from, mlp.w_up.data() + h * dim, dim);
            const float up = dot(from, mlp.w_up.data() + h * dim, dim);
            hidden[h] = gate / (1.0f + std::exp(-gate)) * up;
        }
        for (std::size_t o = 0; o < dim; ++o)
            out.data()[row * dim + o] = dot(hidden.data(), mlp.w_down.data() + o * inner, inner);
    }
}

}  // namespace

template <>
void BasicFastQwen2MLP<float>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

template <>
void BasicFastQwen2MLP<bfloat16>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

// ---- weights-kept

namespace {

template <class Weight>
float dot(const float* a, const Weight* w, std::size_t count) {
    float sum = 0.0f;
    for (std::size_t i = 0; i < count; ++i) sum += a[i] * float(w[i]);
    return sum;
}

template <class Weight>
void apply(const BasicFastQwen2MLP<Weight>& mlp, const Tensor& x, Tensor& out) {
    require_shapes(x.dimension() > 0 && x.shape().back() == mlp.dim, "FastQwen2MLP", "x", x, "w_gate", mlp.w_gate);
    const std::size_t dim = mlp.dim;
    const std::size_t inner = mlp.hidden_dim;
    const std::size_t rows = x.size() / dim;
    out.resize(x.shape());
    std::vector<float> hidden(inner);
    static const void* of = nullptr;
    static std::size_t kept_dim = 0, kept_inner = 0;
    static std::vector<float> w_gate, w_up, w_down;
    if (of != &mlp || kept_dim != dim || kept_inner != inner) {
        of = &mlp, kept_dim = dim, kept_inner = inner;
        w_gate.assign(mlp.w_gate.begin(), mlp.w_gate.end());
        w_up.assign(mlp.w_up.begin(), mlp.w_up.end());
        w_down.assign(mlp.w_down.begin(), mlp.w_down.end());
    }
    for (std::size_t row = 0; row < rows; ++row) {
        const float* from = x.data() + row * dim;
        for (std::size_t h = 0; h < inner; ++h) {
            const float gate = dot(from, w_gate.data() + h * dim, dim);
            const float up = dot(from, w_up.data() + h * dim, dim);
            hidden[h] = gate / (1.0f + std::exp(-gate)) * up;
        }
        for (std::size_t o = 0; o < dim; ++o)
            out.data()[row * dim + o] = dot(hidden.data(), w_down.data() + o * inner, inner);
    }
}

}  // namespace

template <>
void BasicFastQwen2MLP<float>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

template <>
void BasicFastQwen2MLP<bfloat16>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

}  // namespace tiny_llm
