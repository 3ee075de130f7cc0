#include "perplexity.hpp"

#include <algorithm>

namespace tiny_llm {

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
