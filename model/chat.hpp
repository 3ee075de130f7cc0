#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/encoder.hpp"
#include "model/on_disk.hpp"
#include "model/paged_text.hpp"
#include "model/speaker.hpp"
#include "model/story_options.hpp"
#include "week2/06-tokenizer/chat_prompt.hpp"

namespace tiny_llm {

/// A conversation on the terminal, with a model that was taught to answer in Qwen2's form (ChatML).
class Chat {
public:
    /// Throws ModelError for the model's files, among them a model that has no chat template or another one.
    explicit Chat(const StoryOptions& options);

    /// Reads lines and answers each, until the input ends. Throws ModelError for the weights, and whatever a part throws.
    int run();

private:
    std::optional<std::string> next_line() const;
    std::string refusal(const std::string& line) const;
    /// pages   where the model has pages, its memory
    void talk(Speaker& speaker, PagedText* pages, std::size_t positions);
    void answer(Speaker& speaker, PagedText* pages, std::size_t positions);
    void begin_anew(Speaker& speaker);
    std::string drawn(const PagedText::Use& use) const;

    const StoryOptions& options_;
    ModelOnDisk files_;
    Config config_;
    Tokenizer tokenizer_;
    std::optional<Encoder> encoder_;  // refers to it
    Sampling sampling_;
    std::vector<Message> messages_;
    std::string written_;                  // the conversation's text up to the end of the last answer
    std::optional<TokenId> not_yet_read_;  // the last token of an answer that was cut off
};

}  // namespace tiny_llm
