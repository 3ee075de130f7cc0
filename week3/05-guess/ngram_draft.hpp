#ifndef TINY_LLM_NGRAM_DRAFT_HPP
#define TINY_LLM_NGRAM_DRAFT_HPP

#include <cstddef>
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// Guesses how a text goes on: as it did where its last tokens occurred before.
///
/// For n = min(max_ngram, length - 1) down to 1, the last n tokens are looked for earlier in the text, and the first place at which
/// they begin counts; it may overlap with the end. If they are there, the guess is what follows them, and no smaller n is tried.
///
/// so_far      the text, prompt included; may be empty; not modified
/// max_ngram   how many tokens are looked for at most; 0 guesses nothing
/// max_tokens  how many are guessed at most; 0 guesses nothing
/// stop        tokens that end a text; may be empty. The guess ends before the first of them
/// returns     the guess; empty where none of the n is found, and where the guess begins with a stop token
///
/// Source: Hugging Face's prompt lookup (PromptLookupCandidateGenerator), after Saxena 2023.
Ids ngram_draft(const Ids& so_far, std::size_t max_ngram, std::size_t max_tokens, const Ids& stop);

}  // namespace tiny_llm

#endif
