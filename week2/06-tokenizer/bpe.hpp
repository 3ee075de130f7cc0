#ifndef TINY_LLM_BPE_HPP
#define TINY_LLM_BPE_HPP

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>
#include "tiny_llm/merge.hpp"

namespace tiny_llm {

/// The merge with the lower rank comes first. In a file of merges, the rank is the number of the line.
using MergeRanks = std::map<Merge, std::size_t>;

/// Byte pair encoding of one word. At first, each character is a symbol. Then, of all neighbours that have a rank, the
/// pair with the lowest rank becomes one symbol, the leftmost first if it occurs several times. This is repeated until
/// no two neighbours have a rank.
///
/// word     UTF-8: a character is a byte and those from 0x80 to 0xBF after it. to_byte_level makes such words; may be empty
/// ranks    any numbers, no two the same. A pair that becomes part of another one ranks before it: train_bpe learns it first
/// returns  the symbols from left to right; joined, they are the word
///
/// Source: Sennrich et al. 2016, arXiv:1508.07909, algorithm 1; the function bpe of GPT-2's encoder.py.
std::vector<std::string> bpe(std::string_view word, const MergeRanks& ranks);

}  // namespace tiny_llm

#endif
