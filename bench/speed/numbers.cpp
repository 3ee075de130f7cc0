#include "bench/speed/numbers.hpp"

#include "grader/uniform.hpp"

namespace tiny_llm::bench {

Tensor numbers(const std::vector<std::size_t>& shape, std::uint32_t seed, float scale) {
    Tensor result = xt::empty<float>(shape);
    for (std::size_t i = 0; i < result.size(); ++i) {
        result.data()[i] = scale * grader::uniform(seed, static_cast<std::uint32_t>(i));
    }
    return result;
}

BasicTensor<bfloat16> weights(const std::vector<std::size_t>& shape, std::uint32_t seed, float scale) {
    BasicTensor<bfloat16> result = xt::empty<bfloat16>(shape);
    for (std::size_t i = 0; i < result.size(); ++i) {
        result.data()[i] = bfloat16(scale * grader::uniform(seed, static_cast<std::uint32_t>(i)));
    }
    return result;
}

Tensor widened(const BasicTensor<bfloat16>& weights) { return xt::cast<float>(weights); }

xt::xarray<double> product(const xt::xarray<double>& x, const xt::xarray<double>& weight) {
    const int rows = static_cast<int>(x.shape(0)), in = static_cast<int>(x.shape(1));
    const int outs = static_cast<int>(weight.shape(0));
    xt::xarray<double> y = xt::empty<double>({x.shape(0), weight.shape(0)});
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, outs, in, 1.0, x.data(), in, weight.data(), in, 0.0,
                y.data(), outs);
    return y;
}

}  // namespace tiny_llm::bench
