#include "perplexity.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tiny_llm {

namespace {

double loss(const Tensor& logits, std::size_t row, TokenId token) {
    const std::size_t V = logits.shape(1);
    double largest = logits(row, 0), sum = 0;
    for (std::size_t v = 0; v < V; ++v) largest = std::max<double>(largest, logits(row, v));
    for (std::size_t v = 0; v < V; ++v) sum += std::exp(logits(row, v) - largest);
    return std::log(sum) + largest - logits(row, static_cast<std::size_t>(token));
}

}  // namespace

namespace {

/// The sum of the losses from a window on, and how many they are.
std::pair<double, std::size_t> from(const std::function<Tensor(const Ids&)>& logits, const Ids& rest, std::size_t known,
    std::size_t window, std::size_t stride) {
    const bool is_last = rest.size() <= window;
    Ids ids = rest;
    if (!is_last) ids.resize(window);
    if (ids.size() < 2) return {0, 0};
    const Tensor rows = logits(ids);
    std::pair<double, std::size_t> all{0, 0};
    if (!is_last)
        all = from(
            logits, {rest.begin() + static_cast<std::ptrdiff_t>(stride), rest.end()}, window - stride, window, stride);
    for (std::size_t j = std::max<std::size_t>(known, 1); j < ids.size(); ++j) {
        all.first += loss(rows, j - 1, ids[j]);
        ++all.second;
    }
    return all;
}

}  // namespace

double perplexity(
    const std::function<Tensor(const Ids&)>& logits, const Ids& text, std::size_t window, std::size_t stride) {
    if (text.size() < 2) throw std::invalid_argument("perplexity: the text has less than two tokens");
    if (window < 2) throw std::invalid_argument("perplexity: the window has less than two tokens");
    if (stride == 0 || stride > window) throw std::invalid_argument("perplexity: stride is not from 1 to window");
    const auto [sum, scored] = from(logits, text, 0, window, stride);
    return std::exp(sum / static_cast<double>(scored));
}

}  // namespace tiny_llm
