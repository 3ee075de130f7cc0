#include "perplexity.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

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

}  // namespace tiny_llm
