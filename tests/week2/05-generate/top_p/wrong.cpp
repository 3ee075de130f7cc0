#include "top_p.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

namespace tiny_llm {

// ---- any-order-of-equals

Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(p >= 0 && p <= 1)) {
        throw std::invalid_argument("top_p: p is " + std::to_string(p) + ", expected 0 to 1");
    }
    if (p == 1) return logits;
    const float largest = *std::max_element(logits.begin(), logits.end());
    std::vector<double> power;
    for (const float logit : logits) power.push_back(std::exp(double(logit) - largest));
    const double total = std::accumulate(power.begin(), power.end(), 0.0);
    std::vector<std::size_t> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return logits(a) > logits(b); });
    Tensor y = xt::full_like(logits, -std::numeric_limits<float>::infinity());
    double sum = 0;
    for (const std::size_t id : order) {
        y(id) = logits(id);
        sum += power[id] / total;
        if (sum >= p) break;
    }
    return y;
}

// ---- crossing-left-out+nan-accepted

Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (p < 0 || p > 1) throw std::invalid_argument("top_p: p is not 0 to 1");
    if (p == 1) return logits;
    const float largest = *std::max_element(logits.begin(), logits.end());
    std::vector<double> power;
    for (const float logit : logits) power.push_back(std::exp(double(logit) - largest));
    const double total = std::accumulate(power.begin(), power.end(), 0.0);
    std::vector<std::size_t> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return logits(a) > logits(b); });
    Tensor y = xt::full_like(logits, -std::numeric_limits<float>::infinity());
    y(order[0]) = logits(order[0]);
    double sum = power[order[0]] / total;
    for (std::size_t n = 1; n < order.size(); ++n) {
        sum += power[order[n]] / total;
        if (sum >= p) break;
        y(order[n]) = logits(order[n]);
    }
    return y;
}

// ---- cut-to-16-bits

Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(p >= 0 && p <= 1)) {
        throw std::invalid_argument("top_p: p is " + std::to_string(p) + ", expected 0 to 1");
    }
    if (p == 1) return logits;
    const float largest = *std::max_element(logits.begin(), logits.end());
    std::vector<double> power;
    for (const float logit : logits) power.push_back(std::exp(double(logit) - largest));
    const double total = std::accumulate(power.begin(), power.end(), 0.0);
    std::vector<unsigned short> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return logits(a) > logits(b); });
    Tensor y = logits;
    double sum = 0;
    for (std::size_t n = 0; n < order.size(); ++n) {
        if (n > 0 && sum >= p) y(order[n]) = -std::numeric_limits<float>::infinity();
        sum += power[order[n]] / total;
    }
    return y;
}

// ---- float-sums-2

Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_p: logits are not (V,)");
    if (!(p >= 0 && p <= 1)) throw std::invalid_argument("top_p: p is not 0 to 1");
    if (p == 1) return logits;
    std::vector<std::size_t> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return logits(a) > logits(b); });
    Tensor powers = xt::empty<float>({order.size()});
    for (std::size_t n = 0; n < order.size(); ++n) powers(n) = std::exp(logits(order[n]) - logits(order[0]));
    const double total = std::accumulate(powers.begin(), powers.end(), 0.0);
    const Tensor sums = xt::cumsum(powers);  // in the tensor's own type
    Tensor y = logits;
    for (std::size_t n = 1; n < order.size(); ++n) {
        if (sums(n - 1) >= p * total) y(order[n]) = -INFINITY;
    }
    return y;
}

// ---- int-accumulator

Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(p >= 0 && p <= 1)) {
        throw std::invalid_argument("top_p: p is " + std::to_string(p) + ", expected 0 to 1");
    }
    if (p == 1) return logits;
    const float largest = *std::max_element(logits.begin(), logits.end());
    std::vector<double> power;
    for (const float logit : logits) power.push_back(std::exp(double(logit) - largest));
    const double total = std::accumulate(power.begin(), power.end(), 0);
    std::vector<std::size_t> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return logits(a) > logits(b); });
    Tensor y = xt::full_like(logits, -std::numeric_limits<float>::infinity());
    double sum = 0;
    for (const std::size_t id : order) {
        y(id) = logits(id);
        sum += power[id] / total;
        if (sum >= p) break;
    }
    return y;
}

// ---- overflow

Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(p >= 0 && p <= 1)) {
        throw std::invalid_argument("top_p: p is " + std::to_string(p) + ", expected 0 to 1");
    }
    if (p == 1) return logits;
    const Tensor probabilities = xt::exp(logits) / xt::sum(xt::exp(logits))();
    std::vector<std::size_t> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return logits(a) > logits(b); });
    Tensor y = xt::full_like(logits, -std::numeric_limits<float>::infinity());
    float sum = 0;
    for (const std::size_t id : order) {
        y(id) = logits(id);
        sum += probabilities(id);
        if (sum >= p) break;
    }
    return y;
}

// ---- removed-as-zero

Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(p >= 0 && p <= 1)) {
        throw std::invalid_argument("top_p: p is " + std::to_string(p) + ", expected 0 to 1");
    }
    if (p == 1) return logits;
    const float largest = *std::max_element(logits.begin(), logits.end());
    std::vector<double> power;
    for (const float logit : logits) power.push_back(std::exp(double(logit) - largest));
    const double total = std::accumulate(power.begin(), power.end(), 0.0);
    std::vector<std::size_t> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return logits(a) > logits(b); });
    Tensor y = logits;
    double sum = 0;
    for (std::size_t n = 0; n < order.size(); ++n) {
        if (n > 0 && sum >= p * total) y(order[n]) = std::numeric_limits<float>::min();
        sum += power[order[n]];
    }
    return y;
}

// ---- sorted-returned

Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(p >= 0 && p <= 1)) {
        throw std::invalid_argument("top_p: p is " + std::to_string(p) + ", expected 0 to 1");
    }
    if (p == 1) return logits;
    Tensor y = logits;
    std::sort(y.begin(), y.end(), std::greater<>());
    Tensor probabilities = xt::exp(y - y(0));
    probabilities /= static_cast<float>(std::accumulate(probabilities.begin(), probabilities.end(), 0.0));
    double sum = 0;
    for (std::size_t n = 0; n < y.size(); ++n) {
        if (n > 0 && sum >= p) y(n) = -std::numeric_limits<float>::infinity();
        sum += probabilities(n);
    }
    return y;
}

}  // namespace tiny_llm
