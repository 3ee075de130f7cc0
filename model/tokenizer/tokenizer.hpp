#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/error.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

struct TokenizerFile;  // of the exercise `encode`
struct TokenizerJson;

/// Text to token ids and back, as Hugging Face's `tokenizers` does it for a byte pair encoding (BPE): Qwen2's on
/// bytes, and Llama's on characters with byte fallback. Text is UTF-8. Copies are cheap; const functions may run in
/// parallel.
///
/// Source: https://huggingface.co/docs/tokenizers/components
class Tokenizer {
public:
    /// Reads Hugging Face's tokenizer.json. `truncation` and `padding` are ignored, as `transformers` does.
    /// Throws ModelError, naming the file and the key, where the file is damaged or its tokenizer is of another kind.
    static Tokenizer from_file(const std::filesystem::path& tokenizer_json);
    /// The same of what stands elsewhere (in a GGUF file).
    static Tokenizer from_json(TokenizerJson json);

    /// `add_special_tokens`: with what the post-processor adds (Llama's <s>).
    /// Bytes that are not UTF-8 become a token each: the byte's, or Llama's unknown token where there is none.
    std::vector<TokenId> encode(std::string_view text, bool add_special_tokens = true) const;

    /// Whether the exercise `encode` makes the same ids of a normalized text: Qwen2's pattern, then bytes and merges, and nothing
    /// around the text.
    bool is_of_exercise() const;
    /// What that exercise is given then.
    TokenizerFile exercise_file() const;
    /// The text as it is cut into words: normalized, but for added tokens.
    std::string normalized(std::string_view text) const;

    /// Ids without a token have no text, as in Hugging Face's: a model may have more rows than its tokenizer tokens.
    /// Parts of characters give their bytes as they are, so that the text need not be UTF-8. (Hugging Face's gives
    /// U+FFFD.)
    std::string decode(const std::vector<TokenId>& ids, bool skip_special_tokens = true) const;

    /// The largest id + 1, added tokens included.
    std::size_t vocab_size() const;

    std::optional<TokenId> token_to_id(std::string_view token) const;

    /// The token as it stands in tokenizer.json ("Ġthe", "▁the"). Throws ModelError if there is none.
    std::string id_to_token(TokenId id) const;

private:
    friend class TextStreamer;
    struct Parts;
    explicit Tokenizer(std::shared_ptr<const Parts> parts);

    std::shared_ptr<const Parts> parts_;
};

/// Text as it comes, token by token: its bytes, for a character may be spread over several tokens. Special tokens are skipped. All
/// pieces together are decode(prompt and tokens) without the leading decode(prompt).
///
/// Source: `TextStreamer` of Hugging Face's `transformers`
class TextStreamer {
public:
    /// `prompt_ids`: what comes before. The first piece keeps its leading space if the prompt has text.
    TextStreamer(const Tokenizer& tokenizer, const std::vector<TokenId>& prompt_ids);
    ~TextStreamer();
    TextStreamer(TextStreamer&&) noexcept;
    TextStreamer& operator=(TextStreamer&&) noexcept;

    /// What `id` adds to the text.
    std::string put(TokenId id);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tiny_llm
