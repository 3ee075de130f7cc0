#include "model/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "model/error.hpp"
#include "week2/05-generate/greedy.hpp"
#include "week2/05-generate/min_p.hpp"
#include "week2/05-generate/repetition_penalty.hpp"
#include "week2/05-generate/sample.hpp"
#include "week2/05-generate/temperature.hpp"
#include "week2/05-generate/top_k.hpp"
#include "week2/05-generate/top_p.hpp"

namespace tiny_llm {
namespace {

void require(bool right, const char* name, float value, const char* range) {
    if (right && std::isfinite(value)) return;
    throw std::invalid_argument("Sampler: " + std::string(name) + " is " + std::to_string(value) + ", not " + range);
}

}  // namespace

Sampler::Sampler(const Sampling& sampling) : sampling_(sampling), random_(sampling.seed) {
    const Sampling& s = sampling;
    require(s.temperature >= 0, "temperature", s.temperature, "0 or more");
    require(s.top_p > 0 && s.top_p <= 1, "top_p", s.top_p, "above 0 and at most 1");
    require(s.min_p >= 0 && s.min_p <= 1, "min_p", s.min_p, "0 to 1");
    require(s.repetition_penalty > 0, "repetition_penalty", s.repetition_penalty, "above 0");
}

// std::uniform_real_distribution differs from one standard library to the next; these 53 bits do not.
double Sampler::uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

TokenId Sampler::operator()(const Tensor& logits, const std::vector<TokenId>& so_far) {
    if (draws()) return sample(adjusted(logits, so_far), uniform());
    if (!adjusts()) return greedy(logits);  // and no copy of 151,936 numbers
    return greedy(adjusted(logits, so_far));
}

Tensor Sampler::adjusted(const Tensor& logits, const std::vector<TokenId>& so_far) const {
    const bool penalizes = sampling_.repetition_penalty != 1;
    Tensor x = penalizes ? repetition_penalty(logits, so_far, sampling_.repetition_penalty) : logits;
    if (!draws()) return x;
    // The probabilities stay as they are, and nothing overflows however small the temperature.
    if (const float largest = xt::amax(x)(); std::isfinite(largest)) x -= largest;
    x = temperature(x, sampling_.temperature);
    if (sampling_.top_k > 0) x = top_k(x, sampling_.top_k);
    if (sampling_.top_p < 1) x = top_p(x, sampling_.top_p);
    if (sampling_.min_p > 0) x = min_p(x, sampling_.min_p);
    return x;
}

void require_choice(const float* logits, std::size_t vocabulary) {
    const auto finite = std::count_if(logits, logits + vocabulary, [](float x) { return std::isfinite(x); });
    if (finite == static_cast<std::ptrdiff_t>(vocabulary)) return;
    for (std::size_t i = 0; i < vocabulary; ++i) {
        const float logit = logits[i];
        if (std::isfinite(logit) || logit < 0) continue;
        throw WrongResult("", "logit " + std::to_string(i) + " is " + (std::isnan(logit) ? "NaN" : "inf") +
                                  ", there is nothing to choose by");
    }
    if (finite == 0) throw WrongResult("", "all logits are -inf, there is nothing to choose by");
}

}  // namespace tiny_llm
