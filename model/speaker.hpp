#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/load.hpp"
#include "model/sampler.hpp"
#include "model/story_options.hpp"
#include "model/tokenizer/tokenizer.hpp"

namespace tiny_llm {

/// A long text is read in pieces: all at once its hidden rows would take gigabytes.
constexpr std::size_t piece = 256;

/// What `ngram_draft` looks for at most, and how many tokens it is asked for at most: with the one before them they are four rows,
/// which meet the weights together (tile_products.cpp).
constexpr std::size_t longest_ngram = 3, most_guesses = 3;

/// Why a text ends: the model said so, there is no more room, or the caller stopped it.
enum class Stop { eos, length, caller };

struct Speech {
    std::vector<TokenId> tokens;  // the one that ended the text too, as in Hugging Face's generate
    std::string text;             // UTF-8, without special tokens
    Stop stop = Stop::length;
    std::size_t read = 0;          // tokens that went through the model before the first new one
    double tokens_per_second = 0;  // of those after the first, which waits for these; 0 if there are none
    std::size_t passes = 0;        // of the model, where tokens are guessed
    std::size_t guessed = 0;       // tokens that were guessed and accepted
};

/// How a Speaker works.
struct Speaking {
    bool keeps_cache = true;  // else all is read again for each token: to see what the cache is worth
    bool guesses = false;  // several tokens for one pass, where `ngram_draft` guesses what the model would have written
};

/// "12 tokens, 40 a second", `more`, and that it was stopped if it was: what is said below a text.
std::string in_words(const Speech& speech, const StoryOptions& options, const std::string& more);

/// A model, and what it remembers of a text.
class Reader {
public:
    Reader() = default;
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    virtual ~Reader() = default;

    /// Reads what follows all that it knows, and gives the logits of the last `rows` of these tokens, at least one.
    virtual Tensor read(const std::vector<TokenId>& ids, std::size_t rows) = 0;

    /// Forgets all that it knows but the beginning.
    virtual void keep(std::size_t tokens) = 0;

    /// All tokens that it has read.
    const std::vector<TokenId>& known() const { return known_; }

protected:
    std::vector<TokenId> known_;
};

/// A model that goes on with a text, by the exercises `generate`, or those of week 3's chapter on guesses, and `stream_text`, and by
/// what Sampler asks. It remembers what it has read and said.
class Speaker {
public:
    /// model, tokenizer   outlive it
    Speaker(const LanguageModel& model, const Tokenizer& tokenizer, Sampler sampler, const Speaking& speaking = {});

    /// With a memory of another kind.
    Speaker(Reader& reader, const Config& config, const Tokenizer& tokenizer, Sampler sampler);

    /// ids             what follows all that it knows; at least one
    /// max_new_tokens  at most so many; all that it knows and these must fit into the model's positions
    /// speech          is filled as it comes, so that what there was is there when a part throws
    /// wanted          called with each piece of text, whole characters, and whether it was guessed; false stops
    void go_on(const std::vector<TokenId>& ids, std::size_t max_new_tokens, Speech& speech,
               const std::function<bool(const std::string& piece, bool guessed)>& wanted);

    /// All tokens that went through the model. The last one that it said has not.
    const std::vector<TokenId>& known() const { return reader_.known(); }

    /// As if it were new, but for its random numbers.
    void forget() { reader_.keep(0); }

private:
    Tensor logits_after(const std::vector<TokenId>& ids, std::size_t rows);
    std::vector<TokenId> guessed_after(const std::vector<TokenId>& so_far, std::size_t most) const;
    Tensor choices(const Tensor& logits, const std::vector<TokenId>& guess);

    std::unique_ptr<Reader> own_;
    Reader& reader_;
    const Config& config_;
    const Tokenizer& tokenizer_;
    Sampler sampler_;
    Speaking speaking_;
};

/// Throws ModelError unless the model has a row for each of these tokens.
///
/// folder   of the model and its tokenizer
void require_rows(const std::vector<TokenId>& ids, const Config& config, const std::string& folder);

}  // namespace tiny_llm
