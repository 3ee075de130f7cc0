#ifndef TINY_LLM_ENCODE_HPP
#define TINY_LLM_ENCODE_HPP

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>
#include "bpe.hpp"
#include "byte_level.hpp"
#include "tiny_llm/characters.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// What a tokenizer.json holds, by its own names.
struct TokenizerFile {
    std::map<std::string, TokenId, std::less<>> vocab;  // of each piece as to_byte_level writes it: "Ġgot", 1381
    MergeRanks merges;                                  // as bpe takes them
    std::map<std::string, TokenId, std::less<>> added_tokens;  // special tokens: "<|im_end|>", 2143
};

/// Cuts text into words; no merge reaches across the end of a word. At each place the first of these seven rules that fits takes
/// a word, as long as it can make it, and the next word begins where that one ends:
///   1. ' and one of s, t, re, ve, m, ll, d, in either case, whatever follows
///   2. letters, after at most one character that is no letter, no number, no \r and no \n
///   3. one number
///   4. characters of kind other, after at most one space (U+0020), and any \r and \n after them
///   5. spaces of any kind, up to the last \r or \n among them
///   6. spaces of any kind; if something else follows, all but the last
///   7. one space of any kind
///
/// text     UTF-8, or empty. characters() says of what kind each character is
/// returns  the words; joined, they are the text, and none is empty
///
/// Source: the pattern of Qwen/Qwen2-0.5B's tokenizer.json,
/// (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
std::vector<std::string> pre_tokenize(std::string_view text);

/// The ids of a text. First the special tokens are cut out, from left to right; if several begin at one place, the longest. Each
/// becomes its id. What is before, between and after them is cut into words, each piece by itself. The bytes of a word are
/// written as characters and joined by rank, and each symbol becomes the id that vocab has for it.
///
/// text     UTF-8, or empty; normalized (NFC) if the model wants that
/// file     vocab has the 256 characters that to_byte_level writes and what each merge makes; no added token is empty
/// returns  the ids in order; an empty text has none
///
/// Source: encode of Hugging Face's `tokenizers` with that file: Split by the pattern, isolated; ByteLevel; BPE.
std::vector<TokenId> encode(std::string_view text, const TokenizerFile& file);

}  // namespace tiny_llm

#endif
