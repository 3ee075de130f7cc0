#include "fast_silu_and_mul.hpp"

#include <thread>

namespace tiny_llm {

void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    auto shape = x.shape();
    shape.back() /= 2;
    out.resize(shape);
    const std::size_t half = shape.back();
    const std::size_t rows = half == 0 ? 0 : x.size() / (2 * half);
    const auto work = [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const float* gate = x.data() + k / half * 2 * half + k % half;
            out.data()[k] = gate[half] * gate[0] / (1.0f + std::exp(-gate[0]));
        }
    };
    std::thread first(work, 0, rows * half / 2);
    work(rows * half / 2, rows * half);
    first.join();
}

}  // namespace tiny_llm
