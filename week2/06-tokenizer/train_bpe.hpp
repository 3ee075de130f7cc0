#ifndef TINY_LLM_TRAIN_BPE_HPP
#define TINY_LLM_TRAIN_BPE_HPP

#include <cstddef>
#include <string>
#include <utility>
#include <vector>
#include "tiny_llm/merge.hpp"

namespace tiny_llm {

/// Learns the merges of a byte pair encoding. At first, each character is a symbol. Then, again and again: the pair of
/// neighbours that is seen most often in all words is the next merge, and becomes one symbol wherever it occurs, in
/// each word from left to right.
///
/// words    a word, UTF-8, and how often it was seen; 0 times does not count. A pair counts once for each
///          place in the word, times that: (a, a) is twice in "aaa". A word may come again: its counts add up. No pair
///          crosses the end of a word
/// merges   at most this many; fewer when no pair is left
/// returns  in the order in which they were learnt. Of pairs seen equally often the greatest is taken: left parts are
///          compared first, then right parts, byte by byte, as std::pair of std::string does
///
/// Source: Sennrich et al. 2016, arXiv:1508.07909, algorithm 1; the rule for ties is CS336's, assignment 1.
std::vector<Merge> train_bpe(const std::vector<std::pair<std::string, std::size_t>>& words, std::size_t merges);

}  // namespace tiny_llm

#endif
