#ifndef TINY_LLM_PERPLEXITY_HPP
#define TINY_LLM_PERPLEXITY_HPP

#include <functional>
#include <stdexcept>

#include "tiny_llm/tensor.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// How well a model predicts a text: e to the mean of -log p over the tokens that are scored, where p is the probability
/// that the model gave to the token which did come.
///
/// logits   L tokens, at most `window`, to L x V: row r has the logits of the token after the first r + 1 of them. It remembers
///          nothing from call to call.
/// text     n tokens, at least two, each from 0 to V - 1
/// window   how many tokens the model sees at once, at least 2; may be larger than the text
/// stride   how many tokens each window begins after the one before, 1 to window
/// returns  at least 1; infinity when a scored token has the probability 0, as only a token with the logit -inf has
///
/// Window i holds the tokens from i * stride to min(i * stride + window, n) - 1, and the first window that reaches the end of
/// the text is the last one. A window scores those of its tokens that no earlier window has scored, but never its first
/// token, which nothing precedes. Each scored token counts once, and all count alike. Softmax, logarithm and mean are in double,
/// however far apart or large the logits are.
///
/// Throws std::invalid_argument when n < 2, window < 2, stride is 0 or stride > window.
///
/// Source: Hugging Face's "Perplexity of fixed-length models", which weighs the windows otherwise (see the chapter).
double perplexity(const std::function<Tensor(const Ids&)>& logits, const Ids& text, std::size_t window,
                  std::size_t stride);

}  // namespace tiny_llm

#endif
