#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/tokenizer/field.hpp"

namespace tiny_llm {

/// A piece of text that is encoded by itself: merges never cross its ends.
struct Piece {
    std::string text;
    bool begins_text = false;  // stands at the very beginning, before which nothing is
};

/// Cuts pieces into smaller ones, and may rewrite them into the alphabet of the vocabulary.
using PreTokenizer = std::function<std::vector<Piece>(std::vector<Piece>)>;

/// Qwen2's, for Split.
inline constexpr const char* qwen2_pattern =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

/// Null, Split (Regex, Isolated), ByteLevel, Metaspace and Sequence. Throws ModelError for others.
PreTokenizer make_pre_tokenizer(const Field& pre_tokenizer);

}  // namespace tiny_llm
