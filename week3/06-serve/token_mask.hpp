#ifndef TINY_LLM_TOKEN_MASK_HPP
#define TINY_LLM_TOKEN_MASK_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// A finite automaton. It reads a text byte by byte, and all that it remembers of the text is its state: one of
/// 0 to next.size() - 1. It begins in state 0.
struct Dfa {
    std::vector<std::array<std::int32_t, 256>> next;  // next[state][byte] is the state after the byte; -1: nowhere
    std::vector<bool> accepting;  // whether a text that ends in this state is one of those it accepts
};

/// Which tokens are allowed next, so that the text can still become one that the automaton accepts: those whose bytes lead from
/// `state` to a state from which an accepting one can be reached, with more bytes or with none.
///
/// dfa         every entry of next is a state or -1; as many accepting as next; at most 16,384 states, the limit of response_format
/// state       in which it is after the text so far
/// vocabulary  V entries, the bytes of each token. An empty one, such as a special token's, is never allowed
/// stop        tokens that end the text: allowed where the automaton accepts and nowhere else, whatever their entries are
/// returns     V values, true where the token is allowed. All of them may be false
///
/// Throws std::invalid_argument when `state` is no state, or a stop token is below 0 or not in the vocabulary.
///
/// Source: Willard and Louf 2023, arXiv:2307.09702, section 3; XGrammar's GrammarMatcher::FillNextTokenBitmask.
std::vector<bool> token_mask(const Dfa& dfa, std::size_t state, const std::vector<std::string>& vocabulary,
                             const Ids& stop);

}  // namespace tiny_llm

#endif
