#include "add_rms_norm.hpp"

namespace tiny_llm {

// ---- bfloat16-added

namespace {

template <class T>
void check(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
}

Tensor normalize(const Tensor& sum, float eps) {
    const std::size_t last = sum.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(sum), {last}, xt::keep_dims);
    return sum / xt::sqrt(mean_square + eps);
}

}  // namespace

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    check(x, residual, weight);
    const Tensor sum = x + residual;
    return {normalize(sum, eps) * weight, sum};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    check(x, residual, weight);
    const BasicTensor<bfloat16> sum = x + residual;
    const Tensor normalized = normalize(xt::cast<float>(sum), eps) * xt::cast<float>(weight);
    return {xt::cast<bfloat16>(normalized), sum};
}

// ---- bfloat16-multiplied

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
    const Tensor sum = x + residual;
    const Tensor m = xt::mean(xt::square(sum), {sum.dimension() - 1}, xt::keep_dims);
    return {sum / xt::sqrt(m + eps) * weight, sum};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
    const Tensor a = xt::cast<float>(x), b = xt::cast<float>(residual);
    const Tensor sum = a + b;
    const Tensor m = xt::mean(xt::square(sum), {sum.dimension() - 1}, xt::keep_dims);
    const Tensor n = sum / xt::sqrt(m + eps);
    const BasicTensor<bfloat16> rounded = xt::cast<bfloat16>(n);
    const BasicTensor<bfloat16> y = rounded * weight;
    return {y, xt::cast<bfloat16>(sum)};
}

// ---- eps-outside-root+old-residual-returned

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
    const Tensor sum = x + residual;
    Tensor normalized = sum;
    for (std::size_t r = 0; r < sum.size() / weight.size(); ++r) {
        float* row = normalized.data() + r * weight.size();
        float squares = 0.0f;
        for (std::size_t i = 0; i < weight.size(); ++i) squares += row[i] * row[i];
        const float root = std::sqrt(squares / static_cast<float>(weight.size())) + eps;
        for (std::size_t i = 0; i < weight.size(); ++i) row[i] = row[i] / root * weight(i);
    }
    return {normalized, residual};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    const Tensor a = xt::cast<float>(x), r = xt::cast<float>(residual), w = xt::cast<float>(weight);
    const AddRMSNormResult result = add_rms_norm(a, r, w, eps);
    return {xt::cast<bfloat16>(result.normalized), xt::cast<bfloat16>(result.residual)};
}

// ---- input-edited

template <class T>
void check(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
}

Tensor mean_square(const Tensor& x) { return xt::mean(xt::square(x), {x.dimension() - 1}, xt::keep_dims); }

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    check(x, residual, weight);
    Tensor& stream = const_cast<Tensor&>(residual);
    stream += x;
    return {stream / xt::sqrt(mean_square(stream) + eps) * weight, stream};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    check(x, residual, weight);
    const Tensor sum = xt::cast<float>(x) + xt::cast<float>(residual);
    BasicTensor<bfloat16>& stream = const_cast<BasicTensor<bfloat16>&>(residual);
    stream = xt::cast<bfloat16>(sum);
    const Tensor normalized = sum / xt::sqrt(mean_square(sum) + eps) * xt::cast<float>(weight);
    return {xt::cast<bfloat16>(normalized), stream};
}

// ---- lazy-mean

namespace {

template <class T>
void check(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
}

Tensor normalize(const Tensor& sum, float eps) {
    const std::size_t last = sum.dimension() - 1;
    const auto mean_square = xt::mean(xt::square(sum), {last}, xt::keep_dims);
    return sum / xt::sqrt(mean_square + eps);
}

}  // namespace

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    check(x, residual, weight);
    const Tensor sum = x + residual;
    return {normalize(sum, eps) * weight, sum};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    check(x, residual, weight);
    const Tensor sum = xt::cast<float>(x) + xt::cast<float>(residual);
    const Tensor normalized = normalize(sum, eps) * xt::cast<float>(weight);
    return {xt::cast<bfloat16>(normalized), xt::cast<bfloat16>(sum)};
}

// ---- no-keep-dims

namespace {

template <class T>
void check(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
}

Tensor normalize(const Tensor& sum, float eps) {
    const std::size_t last = sum.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(sum), {last});
    return sum / xt::sqrt(mean_square + eps);
}

}  // namespace

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    check(x, residual, weight);
    const Tensor sum = x + residual;
    return {normalize(sum, eps) * weight, sum};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    check(x, residual, weight);
    const Tensor sum = xt::cast<float>(x) + xt::cast<float>(residual);
    const Tensor normalized = normalize(sum, eps) * xt::cast<float>(weight);
    return {xt::cast<bfloat16>(normalized), xt::cast<bfloat16>(sum)};
}

// ---- norm-of-rounded-sum

template <class T>
void check(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
}

Tensor rounded(const Tensor& x) {
    const BasicTensor<bfloat16> low = xt::cast<bfloat16>(x);
    return xt::cast<float>(low);
}

Tensor mean_square(const Tensor& x) { return xt::mean(xt::square(x), {x.dimension() - 1}, xt::keep_dims); }

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    check(x, residual, weight);
    const Tensor sum = x + residual;
    const Tensor normalized = sum / xt::sqrt(mean_square(sum) + eps) * weight;
    return {normalized, sum};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    check(x, residual, weight);
    const Tensor a = xt::cast<float>(x);
    const Tensor r = xt::cast<float>(residual);
    const Tensor w = xt::cast<float>(weight);
    const Tensor sum = a + r;
    const Tensor normalized = rounded(sum) / xt::sqrt(mean_square(rounded(sum)) + eps) * w;
    return {xt::cast<bfloat16>(normalized), xt::cast<bfloat16>(sum)};
}

// ---- residual-shape-unchecked

namespace {

template <class T>
void check(const BasicTensor<T>& x, const BasicTensor<T>&, const BasicTensor<T>& weight) {
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
}

Tensor normalize(const Tensor& sum, float eps) {
    const std::size_t last = sum.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(sum), {last}, xt::keep_dims);
    return sum / xt::sqrt(mean_square + eps);
}

}  // namespace

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    check(x, residual, weight);
    const Tensor sum = x + residual;
    return {normalize(sum, eps) * weight, sum};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    check(x, residual, weight);
    const Tensor sum = xt::cast<float>(x) + xt::cast<float>(residual);
    const Tensor normalized = normalize(sum, eps) * xt::cast<float>(weight);
    return {xt::cast<bfloat16>(normalized), xt::cast<bfloat16>(sum)};
}

// ---- scale-rounded

template <class T>
void check(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
}

Tensor rounded(const Tensor& x) {
    const BasicTensor<bfloat16> low = xt::cast<bfloat16>(x);
    return xt::cast<float>(low);
}

Tensor mean_square(const Tensor& x) { return xt::mean(xt::square(x), {x.dimension() - 1}, xt::keep_dims); }

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    check(x, residual, weight);
    const Tensor sum = x + residual;
    const Tensor normalized = sum / xt::sqrt(mean_square(sum) + eps) * weight;
    return {normalized, sum};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    check(x, residual, weight);
    const Tensor a = xt::cast<float>(x);
    const Tensor r = xt::cast<float>(residual);
    const Tensor w = xt::cast<float>(weight);
    const Tensor sum = a + r;
    const Tensor normalized = sum * rounded(1.0f / xt::sqrt(mean_square(sum) + eps)) * w;
    return {xt::cast<bfloat16>(normalized), xt::cast<bfloat16>(sum)};
}

// ---- statistics-in-bfloat16

namespace {

template <class T>
void check(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
}

Tensor mean_square_low(const Tensor& x) {
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    const std::size_t width = shape.back();
    shape.back() = 1;
    Tensor y = xt::zeros<float>(shape);
    for (std::size_t i = 0; i < y.size(); ++i) {
        bfloat16 total(0.0f);
        for (std::size_t j = 0; j < width; ++j) {
            const bfloat16 square(x.data()[i * width + j] * x.data()[i * width + j]);
            total = bfloat16(total + square);
        }
        y.data()[i] = bfloat16(total / static_cast<float>(width));
    }
    return y;
}

Tensor normalize(const Tensor& sum, float eps) {
    const std::size_t last = sum.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(sum), {last}, xt::keep_dims);
    return sum / xt::sqrt(mean_square + eps);
}

}  // namespace

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    check(x, residual, weight);
    const Tensor sum = x + residual;
    return {normalize(sum, eps) * weight, sum};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    check(x, residual, weight);
    const Tensor sum = xt::cast<float>(x) + xt::cast<float>(residual);
    const Tensor normalized = sum / xt::sqrt(mean_square_low(sum) + eps) * xt::cast<float>(weight);
    return {xt::cast<bfloat16>(normalized), xt::cast<bfloat16>(sum)};
}

}  // namespace tiny_llm
