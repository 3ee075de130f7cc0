#ifndef TINY_LLM_GENERATE_HPP
#define TINY_LLM_GENERATE_HPP

#include <functional>
#include <vector>
#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// ids, which follow those of earlier calls, to the logits (V,) of the token after the last of them. It has a cache, so nothing
/// is passed to it twice.
using NextLogits = std::function<Tensor(const std::vector<TokenId>& ids)>;

/// Chooses the next token from the logits and the text so far, prompt included. It may return any id: generate does not check it.
using Choose = std::function<TokenId(const Tensor& logits, const std::vector<TokenId>& so_far)>;

/// Gets each token as it comes. Returning false ends the text.
using OnToken = std::function<bool(TokenId)>;

/// Continues a text, token by token.
///
/// next            called with the whole prompt first, then with each new token alone, but not with one that nothing follows
/// prompt          at least one token
/// max_new_tokens  at most this many; 0 generates none, and calls nothing
/// choose          called once for each new token
/// stop            tokens that end a text; may be empty
/// on_token        called with each new token, but not with one that ends the text
/// returns         the new tokens, with the one that ended the text, if one did; the prompt is not among them
///
/// Throws std::invalid_argument when the prompt is empty.
///
/// Source: Hugging Face's generate.
std::vector<TokenId> generate(const NextLogits& next, const std::vector<TokenId>& prompt, std::size_t max_new_tokens,
                              const Choose& choose, const std::vector<TokenId>& stop, const OnToken& on_token);

}  // namespace tiny_llm

#endif
