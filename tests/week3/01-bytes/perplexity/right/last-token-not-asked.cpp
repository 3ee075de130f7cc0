#include "perplexity.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace tiny_llm {

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

}  // namespace tiny_llm
