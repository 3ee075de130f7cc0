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

/// Cuts text into words, which merges never reach across. A word is what Qwen2's pattern matches next, from left to right:
///
///     (?i:'s|'t|'re|'ve|'m|'ll|'d) | [^\r\n\p{L}\p{N}]?\p{L}+ | \p{N} | ?[^\s\p{L}\p{N}]+[\r\n]* | \s*[\r\n]+ | \s+(?!\S) | \s+
///
/// that is, the first of these seven that there is at this place, each as long as it can be:
///   1. ' and s, t, re, ve, m, ll or d, in either case; whatever follows
///   2. letters, and before them at most one character that is no letter, no number, no \r and no \n
///   3. one number
///   4. at most one space (U+0020), then characters of kind other, then any \r and \n
///   5. spaces of any kind up to the last \r or \n among them
///   6. spaces of any kind; where something else follows, all but the last
///   7. one space of any kind
///
/// text     UTF-8; empty too. characters() says of what kind each character is
/// returns  the words; joined, they are the text, and none is empty
std::vector<std::string> pre_tokenize(std::string_view text);

/// The ids of a text. First the special tokens are cut out: from left to right, and where several begin at one place, the
/// longest. Each is one id. What lies before, between and after them is cut into words, each piece by itself; a word's bytes
/// are written as characters, joined by rank, and looked up.
///
/// text     UTF-8, normalized (NFC) if the model wants it; empty too
/// file     vocab has the 256 characters that to_byte_level writes and what each merge makes; no added token is empty
/// returns  ids, in order; an empty text has none
///
/// Source: encode of Hugging Face's `tokenizers` for Qwen/Qwen2-0.5B: Split by the pattern, isolated; ByteLevel; BPE.
std::vector<TokenId> encode(std::string_view text, const TokenizerFile& file);

}  // namespace tiny_llm

#endif
