#pragma once

#include <cstddef>
#include <cstdint>

namespace tiny_llm {

/// How tokens are chosen. Each of these changes nothing where it is as it stands here.
struct Sampling {
    float temperature = 1.0f;         // 0 takes the largest logit (greedy); above 1 is bolder
    std::size_t top_k = 0;            // keep the k largest; 0 keeps all
    float top_p = 1.0f;               // keep the fewest that together reach probability p; 1 keeps all
    float min_p = 0.0f;               // keep what has p times the largest probability; 0 keeps all
    float repetition_penalty = 1.0f;  // above 1, what was there before is less likely
    std::uint64_t seed = 0;           // the same seed makes the same choices of the same logits
};

}  // namespace tiny_llm
