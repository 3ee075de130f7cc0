#include "perplexity.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

namespace tiny_llm {

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

}  // namespace tiny_llm
