#include "perplexity.hpp"

#include <algorithm>
#include <cmath>

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

}  // namespace tiny_llm
