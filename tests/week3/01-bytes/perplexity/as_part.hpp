#include "week3/01-bytes/perplexity.hpp"

#include "grader/as_part.hpp"
#include "tests/week3/01-bytes/perplexity/mistakes.hpp"

double tiny_llm::perplexity(
    const std::function<Tensor(const Ids&)>& logits, const Ids& text, std::size_t window, std::size_t stride) {
    scripted::real = [&](const scripted::Ids& ids) {
        const Tensor rows = logits(Ids(ids.begin(), ids.end()));
        return std::vector<float>(rows.begin(), rows.end());
    };
    const scripted::Ids ids(text.begin(), text.end());
    const auto vocabulary = static_cast<std::int64_t>(scripted::real({ids.at(0)}).size());
    const grader::Values outputs = grader::outputs_as_part(&::perplexity, "text", grader::Integers({ids.size()}, ids),
        "window", window, "stride", stride, "unused", vocabulary - 1 - *std::max_element(ids.begin(), ids.end()));
    const auto* number = std::get_if<double>(&outputs.at(0).is);
    return number ? *number : 0;  // what the mistake does not know
}
