#include "model/linear_layer.hpp"

#include <algorithm>
#include <vector>

#include "model/row_products.hpp"
#include "tiny_llm/shape.hpp"
#include "week1/03-qwen2-mlp/linear.hpp"

namespace tiny_llm {
namespace {

/// Rows of weights that are turned to float32 at a time: few enough to stay in the cache until they are used.
constexpr std::size_t block = 64;

void many_rows(const Tensor& x, const StoredTensor& weight, Tensor& y) {
    const std::size_t rows = x.shape(0), in = x.shape(1), out = weight.shape[0];
    std::vector<float> part(block * in);
    for (std::size_t begin = 0; begin < out; begin += block) {
        const std::size_t count = std::min(block, out - begin);
        read_elements(weight, begin * in, count * in, part.data());
        // y[:, begin:begin+count] = x part^T
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, static_cast<int>(rows), static_cast<int>(count),
                    static_cast<int>(in), 1.0f, x.data(), static_cast<int>(in), part.data(), static_cast<int>(in), 0.0f,
                    y.data() + begin, static_cast<int>(out));
    }
}

}  // namespace

Tensor stored_linear(const Tensor& x, const StoredTensor& weight, const std::optional<Tensor>& bias) {
    if (x.dimension() != 2 || weight.shape.size() != 2 || x.shape(1) != weight.shape[1]) {
        throw std::invalid_argument("stored_linear: x " + shape_string(x) + " does not fit " + weight.name);
    }
    const std::size_t out = weight.shape[0];
    if (bias) require_shape("stored_linear", "bias", *bias, {out});
    Tensor y = xt::empty<float>({x.shape(0), out});
    if (x.shape(0) == 1) {
        row_products(x.data(), weight, y.data());
    } else if (x.size() > 0) {
        many_rows(x, weight, y);
    }
    if (bias) y += *bias;
    return y;
}

Tensor Linear::operator()(const Tensor& x) const {
    if (const auto* in_memory = std::get_if<Tensor>(&weight)) return linear(x, *in_memory, bias);
    return stored_linear(x, std::get<StoredTensor>(weight), bias);
}

}  // namespace tiny_llm
