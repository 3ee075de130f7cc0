#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tiny_llm {

/// GPT-2's alphabet: a visible character for each byte, so that tokens of any bytes can stand in a text file. Bytes
/// that are visible in Latin-1 stand for themselves, the other 68 are U+0100 and following, in order: a space is "Ġ".
///
/// Source: `bytes_to_unicode` in https://github.com/openai/gpt-2/blob/master/src/encoder.py
std::string bytes_to_characters(std::string_view bytes);

/// The bytes again; none if a character is not in the alphabet.
std::optional<std::string> characters_to_bytes(std::string_view characters);

}  // namespace tiny_llm
