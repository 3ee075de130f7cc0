#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

#include "tiny_llm/tensor.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// Chooses the next token. In Hugging Face's order: divide by the temperature, keep the top k, keep the top p.
///
/// Source: Hugging Face's TemperatureLogitsWarper, TopKLogitsWarper, TopPLogitsWarper; Holtzman et al. 2020,
/// arXiv:1904.09751 (top p).
class Sampler {
public:
    struct Options {
        float temperature = 1.0f;  // 0 takes the largest logit (greedy); above 1 is bolder
        std::size_t top_k = 0;     // keep the k largest; 0 keeps all
        float top_p = 1.0f;        // keep the fewest that together reach probability p; 1 keeps all
        std::uint64_t seed = 0;    // the same seed makes the same choices of the same logits
    };

    /// Throws std::invalid_argument for a negative temperature, or top_p not above 0 and at most 1.
    explicit Sampler(Options options);

    /// logits   (V,), float32
    ///
    /// Throws std::invalid_argument when a logit is NaN or +infinity, or none is finite: there is nothing to choose by.
    TokenId operator()(const Tensor& logits);

private:
    double uniform();  // in [0, 1)

    Options options_;
    std::mt19937_64 random_;
};

}  // namespace tiny_llm
