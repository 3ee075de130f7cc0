#ifndef TINY_LLM_STREAM_TEXT_HPP
#define TINY_LLM_STREAM_TEXT_HPP

#include <string>
#include <string_view>

namespace tiny_llm {

/// Text as it comes. A token may end in the middle of a character; what is shown is whole characters.
struct TextStream {
    /// All characters that are decided with these bytes, in order. What may still become a character is kept for the
    /// next call.
    ///
    /// bytes    those that follow the bytes of earlier calls; any, may be empty
    /// returns  UTF-8, always. Bytes that can no longer become a character are U+FFFD at once: one for each longest
    ///          beginning of a character, as Unicode recommends (E4 B8 41 is one U+FFFD and "A"), else one for each
    ///          byte
    std::string push(std::string_view bytes);

    /// For when no more bytes come: U+FFFD if a character stayed unfinished, else "". The stream is then like a new one.
    std::string end();

    std::string pending;  // the beginning of a character, 0 to 3 bytes
};

// Source: The Unicode Standard 15.0, 3.9, table 3-7 (what is UTF-8) and "U+FFFD Substitution of Maximal Subparts".
// Python's bytes.decode("utf-8", "replace") gives the same text, and the web's TextDecoder in stream mode.

}  // namespace tiny_llm

#endif
