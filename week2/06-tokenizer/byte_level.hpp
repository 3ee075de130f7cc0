#ifndef TINY_LLM_BYTE_LEVEL_HPP
#define TINY_LLM_BYTE_LEVEL_HPP

#include <stdexcept>
#include <string>
#include <string_view>

namespace tiny_llm {

/// A visible character for each byte, so that any bytes can be kept in a text file as text. A byte that is a visible
/// character of Latin-1 stands for itself: 33 to 126, 161 to 172, 174 to 255. The other 68 are U+0100 and following, in
/// order: 0 is U+0100 ("Ā"), a newline is U+010A ("Ċ"), a space is U+0120 ("Ġ"), 173 is U+0143 ("Ń").
///
/// bytes    any, UTF-8 or not, including 0
/// returns  UTF-8, one character for each byte
///
/// Source: bytes_to_unicode of GPT-2's encoder.py; Hugging Face's ByteLevel. Qwen2's vocabulary is written this way.
std::string to_byte_level(std::string_view bytes);

/// The bytes again: from_byte_level(to_byte_level(bytes)) is bytes.
///
/// Throws std::invalid_argument when text is not UTF-8, or one of its characters stands for no byte, such as a space or "中".
std::string from_byte_level(std::string_view text);

}  // namespace tiny_llm

#endif
