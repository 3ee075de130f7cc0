#include "perplexity.hpp"

#include <algorithm>
#include <cmath>

namespace tiny_llm {

namespace {

/// -log softmax of one element of a row.
double loss(const Tensor& logits, std::size_t row, TokenId token) {
    const auto of_row = xt::view(logits, row);
    const double largest = *std::max_element(of_row.begin(), of_row.end());
    double sum = 0;
    for (const float logit : of_row) sum += std::exp(logit - largest);
    return std::log(sum) + largest - of_row(static_cast<std::size_t>(token));
}

}  // namespace

double perplexity(const std::function<Tensor(const Ids&)>& logits, const Ids& text, std::size_t window,
                  std::size_t stride) {
    if (text.size() < 2) throw std::invalid_argument("perplexity: the text has less than two tokens");
    if (window < 2) throw std::invalid_argument("perplexity: the window has less than two tokens");
    if (stride == 0 || stride > window) throw std::invalid_argument("perplexity: stride is not from 1 to window");
    double sum = 0;
    std::size_t scored = 0;
    for (std::size_t begin = 0, end = 0; end < text.size(); begin += stride) {
        const std::size_t first_new = std::max(end, begin + 1);
        end = window < text.size() - begin ? begin + window : text.size();
        const auto from = text.begin() + static_cast<std::ptrdiff_t>(begin);
        const Tensor rows = logits(Ids(from, from + static_cast<std::ptrdiff_t>(end - begin)));
        for (std::size_t i = first_new; i < end; ++i, ++scored) sum += loss(rows, i - begin - 1, text[i]);
    }
    return std::exp(sum / static_cast<double>(scored));
}

}  // namespace tiny_llm
