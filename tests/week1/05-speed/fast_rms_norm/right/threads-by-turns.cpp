#include "fast_rms_norm.hpp"

#include <numeric>
#include <thread>
#include <vector>

namespace tiny_llm {

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
    constexpr std::size_t count = 3;
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < count; ++t) {
        threads.emplace_back([&, t] {
            for (std::size_t row = t; row < x.size() / dim; row += count) {
                const float* from = x.data() + row * dim;
                const float squares = std::inner_product(from, from + dim, from, 0.0f);
                const float root = std::sqrt(squares / static_cast<float>(dim) + eps);
                for (std::size_t i = 0; i < dim; ++i) out.data()[row * dim + i] = from[i] / root * weight(i);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
}

}  // namespace tiny_llm
