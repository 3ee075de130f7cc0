#include "perplexity.hpp"

#include <algorithm>
#include <cmath>

namespace tiny_llm {

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

}  // namespace tiny_llm
