#include "bench/speed/limits.hpp"

#include <algorithm>
#include <cstring>

#include "tiny_llm/clones.hpp"
#include "tiny_llm/lanes.hpp"

namespace tiny_llm::bench {
namespace {

/// The sum of `count` floats, read straight through; those that come 16 KB later are asked for meanwhile. Numbers that are
/// left over are not read; they are too few to count.
TINY_LLM_CLONES
float sum_of(const float* numbers, std::size_t count) {
    constexpr std::size_t lanes = 64, ahead = 4096;
    float sums[lanes] = {};
    for (std::size_t i = 0; i + lanes <= count; i += lanes) {
        for (std::size_t lane = 0; lane < lanes; lane += 16) __builtin_prefetch(numbers + i + ahead + lane);
        for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += numbers[i + lane];
    }
    return total(sums);
}

/// Eight chains, since the next step of a chain waits four cycles for the one before it, and there may be two units.
/// factor and term are arguments: of numbers that it knew the compiler would compute more beforehand.
template <std::size_t width>
[[gnu::always_inline]] inline float chains(std::size_t steps, float factor, float term) {
    float sums[8][width] = {};
    for (std::size_t i = 0; i < steps; ++i) {
        for (std::size_t c = 0; c < 8; ++c) {
            for (std::size_t lane = 0; lane < width; ++lane) sums[c][lane] = sums[c][lane] * factor + term;
        }
    }
    float sum = 0.0f;
    for (const auto& chain : sums) sum += total(chain);
    return sum;
}

TINY_LLM_CLONES
float wide_chains(std::size_t steps, float factor, float term) { return chains<16>(steps, factor, term); }

TINY_LLM_CLONES
float narrow_chains(std::size_t steps, float factor, float term) { return chains<8>(steps, factor, term); }

}  // namespace

Limit copying(const std::string& name, std::size_t count, double factor) {
    auto from = std::make_shared<Tensor>(xt::ones<float>({count}));
    auto to = std::make_shared<Tensor>(xt::zeros<float>({count}));
    return {name, [=] { std::memcpy(to->data(), from->data(), count * sizeof(float)); }, factor};
}

Limit reading(const std::vector<const Tensor*>& matrices) {
    auto sum = std::make_shared<float>();
    return {"reading the weights once", [=] {
                float read = 0.0f;
                for (const Tensor* matrix : matrices) {
                    constexpr std::size_t block = 64;
                    const std::size_t in = matrix->shape(1), count = matrix->shape(0);
#pragma omp parallel for reduction(+ : read)
                    for (std::size_t begin = 0; begin < count; begin += block) {
                        read += sum_of(matrix->data() + begin * in, std::min(block, count - begin) * in);
                    }
                }
                *sum += read;
            }};
}

Limit computing(double operations) {
    auto sum = std::make_shared<float>();
    const bool wide = floats_in_register() == 16;
    const double one = 2 * 8 * (wide ? 16 : 8);
    const auto steps = static_cast<std::size_t>(std::max(1.0, operations / one));
    return {"multiply-adds in registers", [=] {
                float computed = 0.0f;
                const auto compute = wide ? wide_chains : narrow_chains;
                constexpr std::size_t piece = 65536;
                if (steps <= piece) {
                    computed = compute(steps, 0.5f, 1.0f);
                } else {
#pragma omp parallel for reduction(+ : computed)
                    for (std::size_t begin = 0; begin < steps; begin += piece) {
                        computed += compute(std::min(piece, steps - begin), 0.5f, 1.0f);
                    }
                }
                *sum += computed;
            }};
}

}  // namespace tiny_llm::bench
