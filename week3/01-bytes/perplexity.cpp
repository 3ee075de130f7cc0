// Your turn.  Check: ./learn check perplexity
// Contract: perplexity.hpp, beside this file.
// Lesson: docs/en/week3/01-bytes.md (中文: docs/zh/week3/01-bytes.md)

#include "perplexity.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

double perplexity(const std::function<Tensor(const Ids&)>& logits, const Ids& text, std::size_t window,
                  std::size_t stride) {
    if (text.size() < 2) throw std::invalid_argument("perplexity: the text has less than two tokens");
    if (window < 2) throw std::invalid_argument("perplexity: the window has less than two tokens");
    if (stride == 0 || stride > window) throw std::invalid_argument("perplexity: stride is not from 1 to window");
    todo();
}

}  // namespace tiny_llm
