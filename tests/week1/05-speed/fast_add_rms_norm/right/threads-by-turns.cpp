#include "fast_add_rms_norm.hpp"

#include <thread>
#include <vector>

namespace tiny_llm {

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
