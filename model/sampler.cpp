#include "model/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace tiny_llm {
namespace {

struct Candidate {
    TokenId id;
    double probability;  // up to a common factor
};

bool likelier(const Candidate& a, const Candidate& b) {
    return a.probability != b.probability ? a.probability > b.probability : a.id < b.id;
}

void require_finite(const Tensor& logits) {
    bool some = false;
    for (std::size_t i = 0; i < logits.size(); ++i) {
        const float logit = logits.data()[i];
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity()) {
            throw std::invalid_argument("Sampler: logit " + std::to_string(i) + " is " +
                                        (std::isnan(logit) ? "NaN" : "inf") + ", there is nothing to choose by");
        }
        some = some || std::isfinite(logit);
    }
    if (!some) throw std::invalid_argument("Sampler: no logit is finite, there is nothing to choose by");
}

/// Sorts, and keeps the first whose sum reaches p of the total. Returns the sum of what is kept.
double keep_top_p(std::vector<Candidate>& candidates, double total, double p) {
    // Of n, a candidate below (1 - p) / (n - 1) of the total cannot be needed: those before it reach p. So a vocabulary
    // of 150,000 is not sorted for each token. The likeliest, whose probability is 1 here, is needed in any case.
    const double others = std::max(1.0, static_cast<double>(candidates.size()) - 1);
    const double least = std::min(1.0, (1 - p) * total / others);
    std::erase_if(candidates, [&](const Candidate& candidate) { return candidate.probability < least; });
    std::sort(candidates.begin(), candidates.end(), likelier);
    double sum = 0;
    std::size_t kept = 0;
    while (kept < candidates.size() && (kept == 0 || sum < p * total)) sum += candidates[kept++].probability;
    candidates.resize(kept);
    return sum;
}

}  // namespace

Sampler::Sampler(Options options) : options_(options), random_(options.seed) {
    if (!(options.temperature >= 0) || !std::isfinite(options.temperature)) {
        throw std::invalid_argument("Sampler: temperature is " + std::to_string(options.temperature) +
                                    ", not 0 or more");
    }
    if (!(options.top_p > 0 && options.top_p <= 1)) {
        throw std::invalid_argument("Sampler: top_p is " + std::to_string(options.top_p) +
                                    ", not above 0 and at most 1");
    }
}

// std::uniform_real_distribution differs from one standard library to the next; these 53 bits do not.
double Sampler::uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

TokenId Sampler::operator()(const Tensor& logits) {
    require_finite(logits);
    const float* begin = logits.data();
    const float* largest = std::max_element(begin, begin + logits.size());
    if (options_.temperature == 0) return largest - begin;

    std::vector<Candidate> candidates(logits.size());
    for (std::size_t i = 0; i < logits.size(); ++i) {
        const double scaled = (static_cast<double>(begin[i]) - *largest) / options_.temperature;
        candidates[i] = {static_cast<TokenId>(i), std::exp(scaled)};
    }
    if (options_.top_k > 0 && options_.top_k < candidates.size()) {
        const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(options_.top_k);
        std::partial_sort(candidates.begin(), end, candidates.end(), likelier);
        candidates.erase(end, candidates.end());
    }
    double total = 0;
    for (const Candidate& candidate : candidates) total += candidate.probability;
    if (options_.top_p < 1) total = keep_top_p(candidates, total, options_.top_p);

    double rest = uniform() * total;
    for (const Candidate& candidate : candidates) {
        rest -= candidate.probability;
        if (rest < 0) return candidate.id;
    }
    return candidates.back().id;  // rounding left a little over
}

}  // namespace tiny_llm
