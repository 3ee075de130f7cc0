#include "sample.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

namespace tiny_llm {

// ---- at-least-u+v-where-none-exceeds

TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("sample: logits are " + shape_string(logits) + ", expected (V,)");
    }
    for (const float logit : logits) {
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity()) {
            throw std::invalid_argument("sample: a logit is NaN or +inf");
        }
    }
    if (!(u >= 0 && u < 1)) throw std::invalid_argument("sample: u is " + std::to_string(u) + ", expected 0 <= u < 1");
    const double largest = *std::max_element(logits.begin(), logits.end());
    if (std::isinf(largest)) throw std::invalid_argument("sample: all logits are -inf");
    std::vector<double> power;
    for (const float logit : logits) power.push_back(std::exp(logit - largest));
    const double total = std::accumulate(power.begin(), power.end(), 0.0);
    for (double& one : power) one /= total;
    std::partial_sum(power.begin(), power.end(), power.begin());
    return std::lower_bound(power.begin(), power.end(), u) - power.begin();
}

// ---- cut-to-16-bits

TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("sample: logits are " + shape_string(logits) + ", expected (V,)");
    }
    for (const float logit : logits) {
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity()) {
            throw std::invalid_argument("sample: a logit is NaN or +inf");
        }
    }
    if (!(u >= 0 && u < 1)) throw std::invalid_argument("sample: u is " + std::to_string(u) + ", expected 0 <= u < 1");
    const double largest = *std::max_element(logits.begin(), logits.end());
    if (std::isinf(largest)) throw std::invalid_argument("sample: all logits are -inf");
    std::vector<double> power;
    for (const float logit : logits) power.push_back(std::exp(logit - largest));
    const double total = std::accumulate(power.begin(), power.end(), 0.0);
    double sum = 0;
    unsigned short last = 0;
    for (std::size_t i = 0; i < power.size(); ++i) {
        if (power[i] == 0) continue;
        last = i;
        sum += power[i] / total;
        if (sum > u) break;
    }
    return last;
}

// ---- float-sums

TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("sample: logits are " + shape_string(logits) + ", expected (V,)");
    }
    for (const float logit : logits) {
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity()) {
            throw std::invalid_argument("sample: a logit is NaN or +inf");
        }
    }
    if (!(u >= 0 && u < 1)) throw std::invalid_argument("sample: u is " + std::to_string(u) + ", expected 0 <= u < 1");
    const double largest = *std::max_element(logits.begin(), logits.end());
    if (std::isinf(largest)) throw std::invalid_argument("sample: all logits are -inf");
    Tensor probabilities = xt::exp(logits - largest);
    probabilities /= xt::eval(xt::sum(probabilities))();
    float sum = 0;
    TokenId last = 0;
    for (std::size_t i = 0; i < logits.size(); ++i) {
        if (probabilities(i) == 0) continue;
        last = i;
        sum += probabilities(i);
        if (sum > u) break;
    }
    return last;
}

// ---- int-accumulator

TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("sample: logits are " + shape_string(logits) + ", expected (V,)");
    }
    for (const float logit : logits) {
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity()) {
            throw std::invalid_argument("sample: a logit is NaN or +inf");
        }
    }
    if (!(u >= 0 && u < 1)) throw std::invalid_argument("sample: u is " + std::to_string(u) + ", expected 0 <= u < 1");
    const double largest = *std::max_element(logits.begin(), logits.end());
    if (std::isinf(largest)) throw std::invalid_argument("sample: all logits are -inf");
    std::vector<double> power;
    for (const float logit : logits) power.push_back(std::exp(logit - largest));
    const double total = std::accumulate(power.begin(), power.end(), 0);
    double sum = 0;
    TokenId last = 0;
    for (std::size_t i = 0; i < power.size(); ++i) {
        if (power[i] == 0) continue;
        last = i;
        sum += power[i] / total;
        if (sum > u) break;
    }
    return last;
}

// ---- overflows

TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("sample: logits are " + shape_string(logits) + ", expected (V,)");
    }
    for (const float logit : logits) {
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity()) {
            throw std::invalid_argument("sample: a logit is NaN or +inf");
        }
    }
    if (!(u >= 0 && u < 1)) throw std::invalid_argument("sample: u is " + std::to_string(u) + ", expected 0 <= u < 1");
    const double largest = *std::max_element(logits.begin(), logits.end());
    if (std::isinf(largest)) throw std::invalid_argument("sample: all logits are -inf");
    std::vector<double> power;
    for (const float logit : logits) power.push_back(std::exp(double(logit)));
    const double total = std::accumulate(power.begin(), power.end(), 0.0);
    double sum = 0;
    TokenId last = 0;
    for (std::size_t i = 0; i < power.size(); ++i) {
        if (power[i] == 0) continue;
        last = i;
        sum += power[i] / total;
        if (sum > u) break;
    }
    return last;
}

// ---- own-random-number-5489

TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("sample: logits are " + shape_string(logits) + ", expected (V,)");
    }
    for (const float logit : logits) {
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity()) {
            throw std::invalid_argument("sample: a logit is NaN or +inf");
        }
    }
    if (!(u >= 0 && u < 1)) throw std::invalid_argument("sample: u is " + std::to_string(u) + ", expected 0 <= u < 1");
    const double largest = *std::max_element(logits.begin(), logits.end());
    if (std::isinf(largest)) throw std::invalid_argument("sample: all logits are -inf");
    std::vector<double> power;
    for (const float logit : logits) power.push_back(std::exp(logit - largest));
    const double total = std::accumulate(power.begin(), power.end(), 0.0);
    std::mt19937 random;
    u = std::uniform_real_distribution<>(0, 1)(random);
    double sum = 0;
    TokenId last = 0;
    for (std::size_t i = 0; i < power.size(); ++i) {
        if (power[i] == 0) continue;
        last = i;
        sum += power[i] / total;
        if (sum > u) break;
    }
    return last;
}

// ---- u-rounded

TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("sample: logits are " + shape_string(logits) + ", expected (V,)");
    }
    for (const float logit : logits) {
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity()) {
            throw std::invalid_argument("sample: a logit is NaN or +inf");
        }
    }
    if (!(u >= 0 && u < 1)) throw std::invalid_argument("sample: u is " + std::to_string(u) + ", expected 0 <= u < 1");
    const double largest = *std::max_element(logits.begin(), logits.end());
    if (std::isinf(largest)) throw std::invalid_argument("sample: all logits are -inf");
    std::vector<double> power;
    for (const float logit : logits) power.push_back(std::exp(logit - largest));
    const double total = std::accumulate(power.begin(), power.end(), 0.0);
    const float r = u;
    double sum = 0;
    TokenId last = 0;
    for (std::size_t i = 0; i < power.size(); ++i) {
        if (power[i] == 0) continue;
        last = i;
        sum += power[i] / total;
        if (sum > r) break;
    }
    return last;
}

// ---- v-where-none-exceeds

TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("sample: logits are " + shape_string(logits) + ", expected (V,)");
    }
    for (const float logit : logits) {
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity()) {
            throw std::invalid_argument("sample: a logit is NaN or +inf");
        }
    }
    if (!(u >= 0 && u < 1)) throw std::invalid_argument("sample: u is " + std::to_string(u) + ", expected 0 <= u < 1");
    const double largest = *std::max_element(logits.begin(), logits.end());
    if (std::isinf(largest)) throw std::invalid_argument("sample: all logits are -inf");
    std::vector<double> power;
    for (const float logit : logits) power.push_back(std::exp(logit - largest));
    const double total = std::accumulate(power.begin(), power.end(), 0.0);
    for (double& one : power) one /= total;
    std::vector<double> sums(power.size());
    std::partial_sum(power.begin(), power.end(), sums.begin());
    return std::upper_bound(sums.begin(), sums.end(), u) - sums.begin();
}

// ---- sorted-first+nan-found-in-front-alone

TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("sample: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(u >= 0 && u < 1)) throw std::invalid_argument("sample: u is " + std::to_string(u) + ", expected 0 <= u < 1");
    const double top = *std::max_element(logits.begin(), logits.end());
    if (!std::isfinite(top)) throw std::invalid_argument("sample: no token can be drawn");
    std::vector<double> power(logits.size());
    double total = 0;
    for (std::size_t i = 0; i < power.size(); ++i) total += power[i] = std::exp(logits(i) - top);
    std::vector<std::size_t> order(power.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return power[a] > power[b]; });
    double sum = 0;
    TokenId last = 0;
    for (const std::size_t id : order) {
        if (power[id] == 0) continue;
        last = static_cast<TokenId>(id);
        sum += power[id] / total;
        if (sum > u) break;
    }
    return last;
}

}  // namespace tiny_llm
