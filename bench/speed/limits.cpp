#include "bench/speed/limits.hpp"

#include <algorithm>
#include <cstring>

#include "tiny_llm/clones.hpp"

namespace tiny_llm::bench {
namespace {

TINY_LLM_CLONES
float sum_of(const float* from, std::size_t count) {
    constexpr std::size_t lanes = 64;
    float sums[lanes] = {};
    for (std::size_t i = 0; i + lanes <= count; i += lanes) {
        for (std::size_t line = 0; line < lanes; line += 16) __builtin_prefetch(from + i + line + 512);
        for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += from[i + lane];
    }
    for (std::size_t width = lanes / 2; width > 0; width /= 2) {
        for (std::size_t lane = 0; lane < width; ++lane) sums[lane] += sums[lane + width];
    }
    return sums[0];
}

}  // namespace

Limit copying(const std::string& name, std::size_t count, double factor) {
    auto from = std::make_shared<Tensor>(xt::ones<float>({count}));
    auto to = std::make_shared<Tensor>(xt::zeros<float>({count}));
    return {name, [=] { std::memcpy(to->data(), from->data(), count * sizeof(float)); }, factor};
}

Limit reading(const std::vector<const Tensor*>& matrices) {
    auto sum = std::make_shared<float>();
    return {"reading the weights once", [=] {
                for (const Tensor* matrix : matrices) *sum += sum_of(matrix->data(), matrix->size());
            }};
}

Limit multiplying(const std::string& name, std::size_t rows, const std::vector<const Tensor*>& matrices) {
    std::size_t in = 0, out = 0;
    for (const Tensor* matrix : matrices) {
        out = std::max(out, matrix->shape(0));
        in = std::max(in, matrix->shape(1));
    }
    auto x = std::make_shared<Tensor>(xt::ones<float>({rows, in}));
    auto y = std::make_shared<Tensor>(xt::zeros<float>({rows, out}));
    return {name,
            [=] {
                for (const Tensor* matrix : matrices) {
                    const int m = static_cast<int>(rows), n = static_cast<int>(matrix->shape(0));
                    const int k = static_cast<int>(matrix->shape(1));
                    if (rows == 1) {
                        cblas_sgemv(CblasRowMajor, CblasNoTrans, n, k, 1.0f, matrix->data(), k, x->data(), 1, 0.0f,
                                    y->data(), 1);
                    } else {
                        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1.0f, x->data(), k,
                                    matrix->data(), k, 0.0f, y->data(), n);
                    }
                }
            },
            1.0, rows > 1};
}

}  // namespace tiny_llm::bench
