#include "rms_norm_low_precision.hpp"

namespace tiny_llm {

// ---- double-pointers

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    BasicTensor<T> y = x;
    const std::size_t width = x.shape().back();
    const T* from = x.data();
    T* to = y.data();
    for (const T* end = from + x.size(); from != end; from += width, to += width) {
        double sum = 0;
        for (std::size_t j = 0; j < width; ++j) sum += double(float(from[j])) * double(float(from[j]));
        const double root = std::sqrt(sum / static_cast<double>(width) + eps);
        for (std::size_t j = 0; j < width; ++j) to[j] = T(float(float(from[j]) / root * float(weight(j))));
    }
    return y;
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

// ---- float-function

Tensor in_float(const Tensor& x, const Tensor& weight, float eps) {
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return weight * x / xt::sqrt(mean_square + eps);
}

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    return xt::cast<T>(in_float(xt::cast<float>(x), xt::cast<float>(weight), eps));
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

// ---- hugging-face

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor wide = xt::cast<float>(x);
    const Tensor mean_square = xt::mean(xt::square(wide), {last}, xt::keep_dims);
    const BasicTensor<T> normalized = xt::cast<T>(wide / xt::sqrt(mean_square + eps));
    return xt::cast<T>(xt::cast<float>(weight) * xt::cast<float>(normalized));
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

// ---- rounded-after-weight

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    BasicTensor<T> y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        float sum = 0;
        for (std::size_t j = 0; j < width; ++j) {
            const float v = x.data()[start + j];
            sum += v * v;
        }
        const float mean_square = sum / width;
        const float scale = 1.0f / std::sqrt(mean_square + eps);
        for (std::size_t j = 0; j < width; ++j) {
            const float v = x.data()[start + j];
            y.data()[start + j] = T(v * scale * float(weight(j)));
        }
    }
    return y;
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

// ---- rounded-before-weight

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    BasicTensor<T> y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        float sum = 0;
        for (std::size_t j = 0; j < width; ++j) {
            const float v = x.data()[start + j];
            sum += v * v;
        }
        const float mean_square = sum / width;
        const float scale = 1.0f / std::sqrt(mean_square + eps);
        for (std::size_t j = 0; j < width; ++j) {
            const T normalized = T(float(x.data()[start + j]) * scale);
            y.data()[start + j] = T(float(normalized) * float(weight(j)));
        }
    }
    return y;
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

// ---- rows-by-view

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    const std::size_t width = x.shape().back();
    Tensor y = xt::cast<float>(x);
    y.reshape({width ? x.size() / width : 0, width});
    const Tensor w = xt::cast<float>(weight);
    for (std::size_t r = 0; r < y.shape(0); ++r) {
        const Tensor row = xt::view(y, r, xt::all());
        xt::view(y, r, xt::all()) = row * w / std::sqrt(xt::mean(row * row)() + eps);
    }
    y.reshape(x.shape());
    return xt::cast<T>(y);
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

// ---- weight-in-the-scale

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    BasicTensor<T> y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        float sum = 0;
        for (std::size_t j = 0; j < width; ++j) {
            const float v = x.data()[start + j];
            sum += v * v;
        }
        const float mean_square = sum / width;
        const float scale = 1.0f / std::sqrt(mean_square + eps);
        for (std::size_t j = 0; j < width; ++j) {
            const float factor = scale * float(weight(j));
            y.data()[start + j] = T(factor * float(x.data()[start + j]));
        }
    }
    return y;
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

}  // namespace tiny_llm
