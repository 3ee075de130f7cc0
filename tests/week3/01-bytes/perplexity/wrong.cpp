#include "perplexity.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tiny_llm {

// ---- counted-twice+divided-by-all-but-one

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
    double sum = 0;
    for (std::size_t begin = 0, end = 0; end < text.size(); begin += stride) {
        end = begin + std::min(window, text.size() - begin);
        const auto from = text.begin() + static_cast<std::ptrdiff_t>(begin);
        const Tensor rows = logits(Ids(from, from + static_cast<std::ptrdiff_t>(end - begin)));
        for (std::size_t i = begin + 1; i < end; ++i) sum += loss(rows, i - begin - 1, text[i]);
    }
    return std::exp(sum / static_cast<double>(text.size() - 1));
}

// ---- in-float

double perplexity(
    const std::function<Tensor(const Ids&)>& logits, const Ids& text, std::size_t window, std::size_t stride) {
    if (text.size() < 2) throw std::invalid_argument("perplexity: the text has less than two tokens");
    if (window < 2) throw std::invalid_argument("perplexity: the window has less than two tokens");
    if (stride == 0 || stride > window) throw std::invalid_argument("perplexity: stride is not from 1 to window");
    double sum = 0;
    std::size_t scored = 0;
    for (std::size_t begin = 0, end = 0; end < text.size(); begin += stride) {
        const std::size_t first_new = std::max(end, begin + 1);
        end = begin + std::min(window, text.size() - begin);
        const auto from = text.begin() + static_cast<std::ptrdiff_t>(begin);
        const Tensor z = logits(Ids(from, from + static_cast<std::ptrdiff_t>(end - begin)));
        const Tensor largest = xt::amax(z, {1}, xt::keep_dims);
        const Tensor powers = xt::exp(z - largest);
        const Tensor sums = xt::sum(powers, {1}, xt::keep_dims);
        const Tensor losses = xt::log(sums) + largest - z;
        for (std::size_t i = first_new; i < end; ++i, ++scored)
            sum += losses(i - begin - 1, static_cast<std::size_t>(text[i]));
    }
    return std::exp(sum / static_cast<double>(scored));
}

// ---- int-accumulator

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
    std::vector<double> losses;
    for (std::size_t begin = 0, end = 0; end < text.size(); begin += stride) {
        const std::size_t first_new = std::max(end, begin + 1);
        end = begin + std::min(window, text.size() - begin);
        const auto from = text.begin() + static_cast<std::ptrdiff_t>(begin);
        const Tensor rows = logits(Ids(from, from + static_cast<std::ptrdiff_t>(end - begin)));
        for (std::size_t i = first_new; i < end; ++i) losses.push_back(loss(rows, i - begin - 1, text[i]));
    }
    return std::exp(std::accumulate(losses.begin(), losses.end(), 0) / static_cast<double>(losses.size()));
}

// ---- masked-by-zero

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
    double sum = 0, scored = 0;
    for (std::size_t begin = 0, end = 0; end < text.size(); begin += stride) {
        const std::size_t before = end;
        end = begin + std::min(window, text.size() - begin);
        const auto from = text.begin() + static_cast<std::ptrdiff_t>(begin);
        const Tensor rows = logits(Ids(from, from + static_cast<std::ptrdiff_t>(end - begin)));
        for (std::size_t i = begin + 1; i < end; ++i) {
            const double mask = i >= before;
            sum += mask * loss(rows, i - begin - 1, text[i]);
            scored += mask;
        }
    }
    return std::exp(sum / scored);
}

// ---- powers-in-float

namespace {

double loss(const Tensor& logits, std::size_t row, TokenId token) {
    const std::size_t V = logits.shape(1);
    double largest = logits(row, 0);
    float sum = 0;
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
    double sum = 0;
    std::size_t scored = 0;
    for (std::size_t begin = 0, end = 0; end < text.size(); begin += stride) {
        const std::size_t first_new = std::max(end, begin + 1);
        end = begin + std::min(window, text.size() - begin);
        const auto from = text.begin() + static_cast<std::ptrdiff_t>(begin);
        const Tensor rows = logits(Ids(from, from + static_cast<std::ptrdiff_t>(end - begin)));
        for (std::size_t i = first_new; i < end; ++i, ++scored) sum += loss(rows, i - begin - 1, text[i]);
    }
    return std::exp(sum / static_cast<double>(scored));
}

// ---- room-for-the-window

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
    double sum = 0;
    std::size_t scored = 0;
    Ids ids;
    ids.reserve(window);
    for (std::size_t begin = 0, end = 0; end < text.size(); begin += stride) {
        const std::size_t first_new = std::max(end, begin + 1);
        end = begin + std::min(window, text.size() - begin);
        ids.assign(text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(end));
        const Tensor rows = logits(ids);
        for (std::size_t i = first_new; i < end; ++i, ++scored) sum += loss(rows, i - begin - 1, text[i]);
    }
    return std::exp(sum / static_cast<double>(scored));
}

// ---- weighed-by-one-less

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
    double sum = 0;
    std::size_t all = 0;
    for (std::size_t begin = 0, before = 0; before < text.size(); begin += stride) {
        const std::size_t end = begin + std::min(window, text.size() - begin), labels = end - before;
        const auto from = text.begin() + static_cast<std::ptrdiff_t>(begin);
        const Tensor rows = logits(Ids(from, from + static_cast<std::ptrdiff_t>(end - begin)));
        double of_window = 0;
        std::size_t scored = 0;
        for (std::size_t i = std::max(before, begin + 1); i < end; ++i, ++scored)
            of_window += loss(rows, i - begin - 1, text[i]);
        sum += of_window / static_cast<double>(scored) * static_cast<double>(labels - 1);
        all += labels - 1;
        before = end;
    }
    return std::exp(sum / static_cast<double>(all));
}

// ---- window-as-int

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
    const int n = static_cast<int>(text.size()), length = static_cast<int>(window), step = static_cast<int>(stride);
    double sum = 0;
    int scored = 0;
    for (int begin = 0, end = 0; end < n; begin += step) {
        const int first_new = std::max(end, begin + 1);
        end = std::min(begin + length, n);
        const Tensor rows = logits(Ids(text.begin() + begin, text.begin() + end));
        for (int i = first_new; i < end; ++i, ++scored)
            sum += loss(rows, static_cast<std::size_t>(i - begin - 1), text[static_cast<std::size_t>(i)]);
    }
    return std::exp(sum / scored);
}

}  // namespace tiny_llm
