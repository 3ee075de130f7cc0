#ifndef TINY_LLM_SPECULATIVE_GENERATE_HPP
#define TINY_LLM_SPECULATIVE_GENERATE_HPP

#include <cstddef>
#include <functional>
#include "tiny_llm/tensor.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// One pass of a model that remembers what it has read. Of that it first forgets all but the first `keep` tokens; it must have
/// read that many. Then it reads ids, at least one, and returns ids.size() x V logits: row i is for the token after ids[i].
using Verify = std::function<Tensor(std::size_t keep, const Ids& ids)>;

/// Guesses at most max_tokens tokens that follow so_far; it may guess fewer, or none.
using Draft = std::function<Ids(const Ids& so_far, std::size_t max_tokens)>;

/// Gets each token as it comes. Returning false ends the text.
using OnToken = std::function<bool(TokenId)>;

/// Continues a text as `generate` does with `greedy`, but with several tokens for one pass where guesses are right.
///
/// In each pass, the first included, draft guesses what follows the whole text so far; verify reads what it has not read yet of
/// the text, and then the guess; and `accept_greedy` gives the new tokens: the accepted guesses and a token of the model's own.
///
/// verify          called once for each pass. It keeps what it has read of the text and forgets rejected guesses, so that nothing
///                 is read twice
/// draft           called before each pass, for as many guesses as could still be used: a pass gives one token more than it
///                 accepts. Where that is none, it may be left out
/// prompt          at least one token
/// max_new_tokens  at most this many; 0 generates none, and calls nothing
/// stop            tokens that end a text, guessed or the model's own; may be empty
/// on_token        called with each new token, but not with one that ends the text
/// returns         the new tokens, with the one that ended the text, if one did, and none that was accepted after it; the prompt is
///                 not among them
///
/// Throws std::invalid_argument when the prompt is empty.
///
/// Source: Leviathan et al. 2023, algorithm 1, at temperature 0; Hugging Face's assisted generation.
Ids speculative_generate(const Verify& verify, const Draft& draft, const Ids& prompt, std::size_t max_new_tokens,
                         const Ids& stop, const OnToken& on_token);

}  // namespace tiny_llm

#endif
