#include "add_rms_norm.hpp"

#include <cmath>
#include <vector>

namespace tiny_llm {

// ---- double

template <class T>
void check(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
}

template <class T>
BasicAddRMSNormResult<T> all(
    const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight, float eps) {
    check(x, residual, weight);
    BasicAddRMSNormResult<T> out{x, x};
    const std::size_t d = weight.size();
    for (std::size_t row = 0; row < x.size() / d; ++row) {
        std::vector<double> sum(d);
        double total = 0;
        for (std::size_t i = 0; i < d; ++i) {
            sum[i] = static_cast<double>(static_cast<float>(x.data()[row * d + i])) +
                     static_cast<double>(static_cast<float>(residual.data()[row * d + i]));
            total += sum[i] * sum[i];
        }
        const double root = std::sqrt(total / static_cast<double>(d) + eps);
        for (std::size_t i = 0; i < d; ++i) {
            const double y = sum[i] / root * static_cast<double>(static_cast<float>(weight(i)));
            out.normalized.data()[row * d + i] = T(static_cast<float>(y));
            out.residual.data()[row * d + i] = T(static_cast<float>(sum[i]));
        }
    }
    return out;
}

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    return all<float>(x, residual, weight, eps);
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    return all<bfloat16>(x, residual, weight, eps);
}

// ---- float-loops

namespace {

struct Rows {
    Tensor normalized;
    Tensor sum;
};

Rows rows(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
    Rows out{xt::zeros_like(x), xt::zeros_like(x)};
    const std::size_t d = weight.size();
    for (std::size_t start = 0; start < x.size(); start += d) {
        float total = 0.0f;
        for (std::size_t i = start; i < start + d; ++i) {
            const float s = x.data()[i] + residual.data()[i];
            out.sum.data()[i] = s;
            total += s * s;
        }
        const float scale = 1.0f / std::sqrt(total / static_cast<float>(d) + eps);
        for (std::size_t i = start; i < start + d; ++i) {
            out.normalized.data()[i] = weight.data()[i - start] * (out.sum.data()[i] * scale);
        }
    }
    return out;
}

}  // namespace

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    const Rows out = rows(x, residual, weight, eps);
    return {out.normalized, out.sum};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    const Rows out = rows(xt::cast<float>(x), xt::cast<float>(residual), xt::cast<float>(weight), eps);
    return {xt::cast<bfloat16>(out.normalized), xt::cast<bfloat16>(out.sum)};
}

// ---- one-calls-the-other

template <class T>
void check(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
}

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    check(x, residual, weight);
    AddRMSNormResult out;
    out.residual = x + residual;
    const std::size_t last = x.dimension() - 1;
    const Tensor total = xt::sum(out.residual * out.residual, {last}, xt::keep_dims);
    const float width = static_cast<float>(weight.size());
    out.normalized = weight * out.residual / xt::eval(xt::sqrt(total / width + eps));
    return out;
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    const Tensor wide_x = xt::cast<float>(x);
    const Tensor wide_residual = xt::cast<float>(residual);
    const Tensor wide_weight = xt::cast<float>(weight);
    const AddRMSNormResult wide = add_rms_norm(wide_x, wide_residual, wide_weight, eps);
    return {xt::cast<bfloat16>(wide.normalized), xt::cast<bfloat16>(wide.residual)};
}

// ---- rounded-before-weight

template <class T>
void check(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
}

Tensor mean_square(const Tensor& x) { return xt::mean(xt::square(x), {x.dimension() - 1}, xt::keep_dims); }

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    check(x, residual, weight);
    const Tensor sum = residual + x;
    const Tensor scale = 1.0f / xt::sqrt(mean_square(sum) + eps);
    return {sum * scale * weight, sum};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    // As nano-vllm: to bfloat16 first, times the weight in bfloat16 afterwards.
    check(x, residual, weight);
    const Tensor sum = xt::cast<float>(x) + xt::cast<float>(residual);
    const Tensor scale = 1.0f / xt::sqrt(mean_square(sum) + eps);
    BasicTensor<bfloat16> normalized = xt::cast<bfloat16>(sum * scale);
    for (std::size_t i = 0; i < normalized.size(); ++i) {
        normalized.data()[i] = bfloat16(normalized.data()[i] * weight.data()[i % weight.size()]);
    }
    return {normalized, xt::cast<bfloat16>(sum)};
}

}  // namespace tiny_llm
