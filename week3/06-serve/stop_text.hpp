#ifndef TINY_LLM_STOP_TEXT_HPP
#define TINY_LLM_STOP_TEXT_HPP

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tiny_llm {

/// Ends an answer where a text comes that the client named, such as "\nUser:". It gets the answer piece by piece, and gives back
/// what can be shown already. All of it works on bytes: a piece may end in the middle of a character.
///
/// The stop that is complete first ends the answer: the one whose last byte comes first. If several are complete with the same
/// byte, it is the first of them in the list. Neither the stop nor anything after it is shown.
struct StopText {
    /// stops   each at least one byte, any bytes; there may be none
    ///
    /// Throws std::invalid_argument when one of them is empty.
    explicit StopText(std::vector<std::string> stops);

    /// text     follows the text of earlier calls; any bytes, may be empty
    /// returns  what can be shown now: all that was not shown so far, without its longest suffix that is a prefix of a stop, which
    ///          is kept for the next call. With a complete stop it is what comes before the stop, and `stopped` is true from then
    ///          on. After that it is always "". No matter how a text is cut into pieces, in the end the same is shown.
    std::string push(std::string_view text);

    /// For when no more text comes: what was kept, which is shown after all. "" after a stop. `stopped` stays as it is. Nothing
    /// is kept then.
    std::string end();

    bool stopped = false;

    // For StopText alone, and only a proposal: use what you need.
    std::vector<std::string> stops;
    std::string held;  // the suffix of the text so far that is a prefix of a stop
};

// Source: `stop` of OpenAI's chat completions: "The returned text will not contain the stop sequence." Which of several counts is
// vLLM's rule since July 2026 (#49391). With its old one, the first in the list that is in the text, and with llama.cpp's, the one
// that begins first, it depends on where the tokens end.

}  // namespace tiny_llm

#endif
