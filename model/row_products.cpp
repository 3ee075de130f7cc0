#include "model/row_products.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "tiny_llm/clones.hpp"
#include "tiny_llm/lanes.hpp"

namespace tiny_llm {
namespace {

/// In a file a number may lie at any address.
template <class T>
float at(const std::byte* row, std::size_t i) {
    T number;
    std::memcpy(&number, row + sizeof(T) * i, sizeof(T));
    return number;
}

/// As the solution of fast_linear does it: eight outputs share what is loaded of x, each with sixteen sums, and the next
/// eight rows are asked for meanwhile.
template <class T>
[[gnu::always_inline]] inline void products(const float* x, const std::byte* weight, std::size_t in, std::size_t out,
                                            float* __restrict y) {
    constexpr std::size_t together = 8, lanes = 16;
    const std::size_t row = sizeof(T) * in;
    std::size_t o = 0;
    for (; o + together <= out; o += together, weight += together * row) {
        float sums[together][lanes] = {};
        std::size_t i = 0;
        for (; i + lanes <= in; i += lanes) {
            for (std::size_t r = 0; r < together; ++r) {
                __builtin_prefetch(weight + (together + r) * row + sizeof(T) * i, 0, 2);
                for (std::size_t lane = 0; lane < lanes; ++lane) {
                    sums[r][lane] += x[i + lane] * at<T>(weight + r * row, i + lane);
                }
            }
        }
        for (std::size_t r = 0; r < together; ++r) {
            float sum = total(sums[r]);
            for (std::size_t k = i; k < in; ++k) sum += x[k] * at<T>(weight + r * row, k);
            y[o + r] = sum;
        }
    }
    for (; o < out; ++o, weight += row) {
        float sum = 0.0f;
        for (std::size_t i = 0; i < in; ++i) sum += x[i] * at<T>(weight, i);
        y[o] = sum;
    }
}

TINY_LLM_CLONES
void bfloat16_products(const float* x, const std::byte* weight, std::size_t in, std::size_t out, float* y) {
    products<bfloat16>(x, weight, in, out, y);
}

TINY_LLM_CLONES
void float32_products(const float* x, const std::byte* weight, std::size_t in, std::size_t out, float* y) {
    products<float>(x, weight, in, out, y);
}

}  // namespace

void row_products(const float* x, const StoredTensor& weight, float* y) {
    const std::size_t out = weight.shape.at(0), in = weight.shape.at(1);
    const std::size_t row = in * (weight.dtype == DType::float32 ? sizeof(float) : sizeof(bfloat16));
    // Each thread takes blocks that follow each other, so that the rows asked for ahead are its own. A small matrix is read
    // before a second thread is awake.
    constexpr std::size_t block = 64, enough = std::size_t{1} << 19;
#pragma omp parallel for if (out * in >= enough) schedule(static)
    for (std::size_t o = 0; o < out; o += block) {
        const std::size_t count = std::min(block, out - o);
        const std::byte* rows = weight.data + o * row;
        if (weight.dtype == DType::bfloat16) {
            bfloat16_products(x, rows, in, count, y + o);
        } else if (weight.dtype == DType::float32) {
            float32_products(x, rows, in, count, y + o);
        } else {
            std::vector<float> wide(count * in);
            read_elements(weight, o * in, count * in, wide.data());
            float32_products(x, reinterpret_cast<const std::byte*>(wide.data()), in, count, y + o);
        }
    }
}

}  // namespace tiny_llm
