#pragma once

#include <random>
#include <vector>

#include "model/sampling.hpp"
#include "tiny_llm/tensor.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// Chooses the next token with the exercises, in Hugging Face's order: `repetition_penalty`, then `greedy`, or `temperature`, `top_k`,
/// `top_p`, `min_p` and `sample`. Only those are asked that `sampling` asks for.
class Sampler {
public:
    /// Throws std::invalid_argument, naming what is out of its range.
    explicit Sampler(const Sampling& sampling);

    /// logits   (V,), float32
    /// so_far   the text until now, prompt and all
    ///
    /// Throws what the exercises throw: std::invalid_argument when a logit is NaN or +inf, or all are -inf.
    TokenId operator()(const Tensor& logits, const std::vector<TokenId>& so_far = {});

private:
    double uniform();  // in [0, 1)

    Sampling sampling_;
    std::mt19937_64 random_;
};

}  // namespace tiny_llm
