#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/load.hpp"
#include "model/sampler.hpp"
#include "model/story_options.hpp"
#include "model/tokenizer/tokenizer.hpp"

namespace tiny_llm {

/// Why a text ends: the model said so, there is no more room, or the caller stopped it.
enum class Stop { eos, length, caller };

struct Speech {
    std::vector<TokenId> tokens;  // the one that ended the text too, as in Hugging Face's generate
    std::string text;             // UTF-8, without special tokens
    Stop stop = Stop::length;
    std::size_t read = 0;          // tokens that went through the model before the first new one
    double tokens_per_second = 0;  // of those after the first, which waits for these; 0 if there are none
};

/// "12 tokens, 40 a second", `more`, and that it was stopped if it was: what is said below a text.
std::string in_words(const Speech& speech, const StoryOptions& options, const std::string& more);

/// A model that goes on with a text, by the exercises `generate` and `stream_text` and by what Sampler asks. It remembers what it
/// has read and said.
class Speaker {
public:
    /// model, tokenizer   outlive it
    /// keeps_cache        else all is read again for each token: to see what the cache is worth
    Speaker(const LanguageModel& model, const Tokenizer& tokenizer, Sampler sampler, bool keeps_cache = true);

    /// ids             what follows all that it knows; at least one
    /// max_new_tokens  at most so many; all that it knows and these must fit into the model's positions
    /// speech          is filled as it comes, so that what there was is there when a part throws
    /// wanted          called with each piece of text, whole characters; false stops
    void go_on(const std::vector<TokenId>& ids, std::size_t max_new_tokens, Speech& speech,
               const std::function<bool(const std::string& piece)>& wanted);

    /// All tokens that went through the model. The last one that it said has not.
    const std::vector<TokenId>& known() const { return known_; }

    /// As if it were new, but for its random numbers.
    void forget();

private:
    Tensor logits_after(const std::vector<TokenId>& ids);

    const LanguageModel& model_;
    const Tokenizer& tokenizer_;
    Sampler sampler_;
    bool keeps_cache_;
    std::vector<KVCache> cache_;
    std::vector<TokenId> known_;
};

/// Throws ModelError unless the model has a row for each of these tokens.
///
/// folder   of the model and its tokenizer
void require_rows(const std::vector<TokenId>& ids, const Config& config, const std::string& folder);

}  // namespace tiny_llm
