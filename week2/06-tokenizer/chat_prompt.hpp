#ifndef TINY_LLM_CHAT_PROMPT_HPP
#define TINY_LLM_CHAT_PROMPT_HPP

#include <stdexcept>
#include <string>
#include <vector>

namespace tiny_llm {

struct Message {
    std::string role;  // "system", "user" or "assistant"
    std::string content;
};

/// A conversation as Qwen2 was taught to read it (ChatML), ready for the assistant's next words. A message is
///
///     <|im_start|>role
///     content<|im_end|>
///
/// with a newline after it, and the text ends in "<|im_start|>assistant" and a newline. If the first message is not
/// from "system", one is put before it: "You are a helpful assistant." If there are no messages, none is added.
///
/// messages   in order; content is not changed: an <|im_end|> in it ends the message for the model
/// returns    the text
///
/// Throws std::invalid_argument for a role that is none of the three.
///
/// Source: chat_template in tokenizer_config.json of Qwen/Qwen2-0.5B-Instruct, with add_generation_prompt.
std::string chat_prompt(const std::vector<Message>& messages);

}  // namespace tiny_llm

#endif
