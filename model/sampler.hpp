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

    /// What the token is chosen by: the logits after all of these but `greedy` and `sample`.
    Tensor adjusted(const Tensor& logits, const std::vector<TokenId>& so_far) const;

    bool draws() const { return sampling_.temperature > 0; }
    bool adjusts() const { return draws() || sampling_.repetition_penalty != 1; }
    double uniform();  // in [0, 1)

private:
    Sampling sampling_;
    std::mt19937_64 random_;
};

/// Throws WrongResult where there is nothing to choose by: a logit is NaN or +inf, or all are -inf. The exercises would refuse that,
/// too, and seem to be the ones that are wrong.
void require_choice(const float* logits, std::size_t vocabulary);

}  // namespace tiny_llm
