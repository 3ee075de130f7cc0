#include "rms_norm_low_precision.hpp"

namespace tiny_llm {

// ---- cut-off

template <class T>
T cut(float value) {
    if constexpr (std::is_same_v<T, bfloat16>) {
        return T(std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & 0xFFFF0000u));
    } else {
        return T(value);
    }
}

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
            const float v = float(x.data()[start + j]) * scale * float(weight(j));
            y.data()[start + j] = cut<T>(v);
        }
    }
    return y;
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

// ---- float16-scale-times-weight

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
            y.data()[start + j] = T(scale * weight(j) * x.data()[start + j]);
        }
    }
    return y;
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

// ---- float16-squared+float16-over-float

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    BasicTensor<T> y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        float sum = 0;
        for (std::size_t j = 0; j < width; ++j) {
            sum += x.data()[start + j] * x.data()[start + j];
        }
        const float mean_square = sum / width;
        const float root = std::sqrt(mean_square + eps);
        for (std::size_t j = 0; j < width; ++j) {
            y.data()[start + j] = T(x.data()[start + j] / root * weight(j));
        }
    }
    return y;
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

// ---- float16-squared+sum-in-low-precision

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    BasicTensor<T> y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        T sum = T(0.0f);
        for (std::size_t j = 0; j < width; ++j) {
            sum = T(sum + x.data()[start + j] * x.data()[start + j]);
        }
        const float mean_square = float(sum) / width;
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

// ---- lazy-mean

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor wide = xt::cast<float>(x);
    const auto mean_square = xt::mean(xt::square(wide), {last}, xt::keep_dims);
    return xt::cast<T>(wide / xt::sqrt(mean_square + eps) * xt::cast<float>(weight));
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

// ---- multiplied-in-t

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor wide = xt::cast<float>(x);
    const Tensor m = xt::mean(xt::square(wide), {last}, xt::keep_dims);
    const BasicTensor<T> n = xt::cast<T>(wide / xt::sqrt(m + eps));
    return n * weight;
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

// ---- not-converted

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return xt::cast<T>(x / xt::sqrt(mean_square + eps) * weight);
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

// ---- one-plus-weight-at-the-end

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
            y.data()[start + j] = T(float(normalized) * (1.0f + float(weight(j))));
        }
    }
    return y;
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

// ---- scale-rounded

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
        const float scale = float(T(1.0f / std::sqrt(mean_square + eps)));
        for (std::size_t j = 0; j < width; ++j) {
            const T normalized = T(float(x.data()[start + j]) * scale);
            y.data()[start + j] = T(float(normalized) * float(weight(j)));
        }
    }
    return y;
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

// ---- squares-kept-in-t

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    const BasicTensor<T> squares = x * x;
    const Tensor mean_square = xt::mean(xt::cast<float>(squares), {x.dimension() - 1}, xt::keep_dims);
    return xt::cast<T>(xt::cast<float>(x) / xt::sqrt(mean_square + eps) * xt::cast<float>(weight));
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

}  // namespace tiny_llm
