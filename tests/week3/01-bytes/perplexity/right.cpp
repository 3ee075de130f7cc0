#include "perplexity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tiny_llm {

// ---- last-token-not-asked

double perplexity(
    const std::function<Tensor(const Ids&)>& logits, const Ids& text, std::size_t window, std::size_t stride) {
    if (text.size() < 2) throw std::invalid_argument("perplexity: the text has less than two tokens");
    if (window < 2) throw std::invalid_argument("perplexity: the window has less than two tokens");
    if (stride == 0 || stride > window) throw std::invalid_argument("perplexity: stride is not from 1 to window");
    // The row of the last token of a window scores nothing, so it need not be asked about.
    std::vector<std::optional<double>> losses(text.size());
    for (std::size_t begin = 0;; begin += stride) {
        const std::size_t length = text.size() - begin < window ? text.size() - begin : window;
        if (length > 1) {
            const Tensor rows = logits({text.data() + begin, text.data() + begin + length - 1});
            for (std::size_t j = 1; j < length; ++j) {
                if (losses[begin + j]) continue;
                double sum = 0;
                const double mine = rows(j - 1, static_cast<std::size_t>(text[begin + j]));
                double largest = -std::numeric_limits<double>::infinity();
                for (std::size_t v = 0; v < rows.shape(1); ++v) {  // in one pass
                    const double z = rows(j - 1, v);
                    if (std::isinf(z)) continue;
                    if (z > largest) sum *= std::exp(largest - z), largest = z;
                    sum += std::exp(z - largest);
                }
                losses[begin + j] = std::log(sum) - (mine - largest);
            }
        }
        if (begin + length == text.size()) break;
    }
    double sum = 0, scored = 0;
    for (const auto& loss : losses) {
        if (loss) sum += *loss, scored += 1;
    }
    return std::exp(sum / scored);
}

// ---- recursion

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

// ---- token-by-token

namespace {

double loss(const Tensor& logits, std::size_t row, TokenId token) {
    const std::size_t V = logits.shape(1);
    double largest = logits(row, 0), sum = 0;
    for (std::size_t v = 0; v < V; ++v) largest = std::max<double>(largest, logits(row, v));
    for (std::size_t v = 0; v < V; ++v) sum += std::exp(logits(row, v) - largest);
    return std::log(sum) + largest - logits(row, static_cast<std::size_t>(token));
}

}  // namespace

double perplexity(
    const std::function<Tensor(const Ids&)>& logits, const Ids& text, std::size_t window, std::size_t stride) {
    if (text.size() < 2) throw std::invalid_argument("perplexity: the text has less than two tokens");
    if (window < 2) throw std::invalid_argument("perplexity: the window has less than two tokens");
    if (stride == 0 || stride > window) throw std::invalid_argument("perplexity: stride is not from 1 to window");
    // The first window that holds a token says what precedes it, and no more than that is asked about.
    double sum = 0;
    std::size_t scored = 0;
    for (std::size_t i = 1; i < text.size(); ++i) {
        std::size_t begin = 0;
        while (i - begin >= window) begin += stride;
        if (begin == i) continue;
        const Ids before(
            text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(i));
        sum += loss(logits(before), before.size() - 1, text[i]);
        ++scored;
    }
    return std::exp(sum / static_cast<double>(scored));
}

// ---- window-minus-stride

namespace {

/// log2 p of a token.
double bits(std::span<const float> row, TokenId token) {
    const double largest = *std::max_element(row.begin(), row.end());
    const double sum = std::accumulate(row.begin(), row.end(), 0.0,
        [&](double so_far, float z) { return so_far + std::exp2((z - largest) / std::log(2.0)); });
    return (row[static_cast<std::size_t>(token)] - largest) / std::log(2.0) - std::log2(sum);
}

}  // namespace

double perplexity(
    const std::function<Tensor(const Ids&)>& logits, const Ids& text, std::size_t window, std::size_t stride) {
    if (text.size() < 2) throw std::invalid_argument("perplexity: the text has less than two tokens");
    if (window < 2) throw std::invalid_argument("perplexity: the window has less than two tokens");
    if (stride == 0 || stride > window) throw std::invalid_argument("perplexity: stride is not from 1 to window");
    std::vector<double> all;
    std::size_t begin = 0;
    for (bool is_last = false; !is_last; begin += stride) {
        is_last = text.size() - begin <= window;
        const Ids ids(
            text.begin() + std::ptrdiff_t(begin), is_last ? text.end() : text.begin() + std::ptrdiff_t(begin + window));
        const Tensor rows = logits(ids);
        const std::size_t V = rows.shape(1), known = begin == 0 ? 1 : std::max<std::size_t>(window - stride, 1);
        for (std::size_t j = known; j < ids.size(); ++j) all.push_back(bits({rows.data() + (j - 1) * V, V}, ids[j]));
    }
    return std::exp2(-std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size()));
}

// ---- xtensor

double perplexity(
    const std::function<Tensor(const Ids&)>& logits, const Ids& text, std::size_t window, std::size_t stride) {
    if (text.size() < 2) throw std::invalid_argument("perplexity: the text has less than two tokens");
    if (window < 2) throw std::invalid_argument("perplexity: the window has less than two tokens");
    if (stride == 0 || stride > window) throw std::invalid_argument("perplexity: stride is not from 1 to window");
    double sum = 0;
    std::size_t scored = 0, end = 0;
    for (std::size_t begin = 0; end < text.size(); begin += stride) {
        const std::size_t first = std::max(end, begin + 1), length = std::min(window, text.size() - begin);
        end = begin + length;
        Ids ids(length);
        std::copy_n(text.begin() + static_cast<std::ptrdiff_t>(begin), length, ids.begin());
        const BasicTensor<double> z = xt::cast<double>(logits(ids));
        const BasicTensor<double> largest = xt::amax(z, {1}, xt::keep_dims);
        const BasicTensor<double> powers = xt::exp(z - largest);
        const BasicTensor<double> sums = xt::sum(powers, {1}, xt::keep_dims);
        const BasicTensor<double> log_probabilities = z - largest - xt::log(sums);
        for (std::size_t i = first; i < end; ++i)
            sum -= log_probabilities(i - 1 - begin, static_cast<std::size_t>(text[i]));
        scored += end - std::min(first, end);
    }
    return std::exp(sum / static_cast<double>(scored));
}

}  // namespace tiny_llm
