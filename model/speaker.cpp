#include "model/speaker.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <utility>

#include "model/error.hpp"
#include "week2/01-attention/softmax.hpp"
#include "week2/05-generate/generate.hpp"
#include "week2/06-tokenizer/stream_text.hpp"
#include "week3/05-guess/accept_sampled.hpp"
#include "week3/05-guess/ngram_draft.hpp"
#include "week3/05-guess/speculative_generate.hpp"

namespace tiny_llm {

std::string in_words(const Speech& speech, const StoryOptions& options, const std::string& more) {
    const std::size_t count = speech.tokens.size();
    std::string text = std::to_string(count) + options.either(count == 1 ? " token" : " tokens", " 个 token");
    if (speech.tokens_per_second > 0) {
        text += options.either(", ", "，每秒 ") + std::to_string(std::lround(speech.tokens_per_second)) +
                options.either(" a second", " 个");
    }
    if (speech.passes > 0) {
        std::ostringstream each;
        each << std::fixed << std::setprecision(2) << static_cast<double>(count) / static_cast<double>(speech.passes);
        text += options.either(", ", "，每遍 ") + each.str() + options.either(" for each pass", " 个");
    }
    text += more;
    if (speech.stop == Stop::caller) text += options.either("; stopped by Ctrl-C", "；被 Ctrl-C 打断");
    return text;
}

namespace {

/// With a cache for each layer.
class PlainReader : public Reader {
public:
    explicit PlainReader(const LanguageModel& model) : model_(model), cache_(model.new_cache()) {}

    Tensor read(const std::vector<TokenId>& ids, std::size_t rows) override {
        Tensor logits = tiny_llm::returned("qwen2", model_.qwen2(ids, cache_, rows), rows, model_.config.vocab_size);
        known_.insert(known_.end(), ids.begin(), ids.end());
        return logits;
    }
    void keep(std::size_t tokens) override {
        for (KVCache& cache : cache_) cache.length = tokens;
        known_.resize(tokens);
    }

private:
    const LanguageModel& model_;
    std::vector<KVCache> cache_;
};

}  // namespace

Speaker::Speaker(const LanguageModel& model, const Tokenizer& tokenizer, Sampler sampler, const Speaking& speaking)
    : own_(std::make_unique<PlainReader>(model)),
      reader_(*own_),
      config_(model.config),
      tokenizer_(tokenizer),
      sampler_(sampler),
      speaking_(speaking) {}

Speaker::Speaker(Reader& reader, const Config& config, const Tokenizer& tokenizer, Sampler sampler)
    : reader_(reader), config_(config), tokenizer_(tokenizer), sampler_(sampler) {}

void require_rows(const std::vector<TokenId>& ids, const Config& config, const std::string& folder) {
    for (const TokenId id : ids) {
        if (static_cast<std::size_t>(id) < config.vocab_size) continue;
        throw ModelError(folder + "/tokenizer.json: token " + std::to_string(id) +
                         ", but config.json's vocab_size is " + std::to_string(config.vocab_size));
    }
}

/// Of the last tokens.
Tensor Speaker::logits_after(const std::vector<TokenId>& ids, std::size_t rows) {
    const std::size_t vocabulary = config_.vocab_size;
    std::vector<TokenId> unread = ids;
    if (!speaking_.keeps_cache) {
        unread.insert(unread.begin(), known().begin(), known().end());
        forget();
    }
    Tensor logits;
    for (std::size_t begin = 0, end = 0; begin == 0 || begin < unread.size(); begin = end) {
        // The last piece has all of the rows.
        end = unread.size() - begin <= piece + rows - 1 ? unread.size() : begin + piece;
        const std::vector<TokenId> some(unread.data() + begin, unread.data() + end);
        const std::size_t wanted = end == unread.size() ? rows : 1;
        logits = reader_.read(some, wanted);
    }
    for (std::size_t row = 0; row < rows; ++row) require_choice(logits.data() + row * vocabulary, vocabulary);
    return logits;
}

std::vector<TokenId> Speaker::guessed_after(const std::vector<TokenId>& so_far, std::size_t most) const {
    const std::size_t wanted = std::min(most, most_guesses);
    std::vector<TokenId> guess = ngram_draft(so_far, longest_ngram, wanted, config_.eos_token_id);
    if (guess.size() > wanted) {
        throw WrongResult("ngram_draft", "ngram_draft returned " + std::to_string(guess.size()) + " tokens, at most " +
                                             std::to_string(wanted) + " were asked for");
    }
    for (const TokenId id : guess) {
        if (id >= 0 && static_cast<std::size_t>(id) < config_.vocab_size) continue;
        throw WrongResult("ngram_draft", "ngram_draft returned " + std::to_string(id) + ", which is no token");
    }
    return guess;
}

/// Logits of which the largest are those of the tokens that are chosen by Sampler's rules: `speculative_generate` finds these.
///
/// logits   k + 1 rows; the token before the guess is the last that it knows but the guess
Tensor Speaker::choices(const Tensor& logits, const std::vector<TokenId>& guess) {
    std::vector<TokenId> so_far(known().begin(), known().end() - std::ssize(guess));
    Tensor p(xt::empty<float>(logits.shape()));
    for (std::size_t i = 0; i <= guess.size(); ++i) {
        xt::view(p, i) = sampler_.adjusted(xt::view(logits, i), so_far);
        if (i < guess.size()) so_far.push_back(guess[i]);
    }
    if (!sampler_.draws()) return p;
    p = returned("softmax", softmax(p), p.shape(0), p.shape(1));
    // The guess was not drawn: it had all of the probability.
    Tensor q = xt::zeros<float>({guess.size(), p.shape(1)});
    for (std::size_t i = 0; i < guess.size(); ++i) q(i, static_cast<std::size_t>(guess[i])) = 1;
    const std::vector<TokenId> accepted = accept_sampled(guess, q, p, [&] { return sampler_.uniform(); });
    if (accepted.empty() || accepted.size() > p.shape(0))
        throw WrongResult("accept_sampled", "accept_sampled returned " + std::to_string(accepted.size()) + " tokens");
    Tensor chosen = xt::zeros<float>(p.shape());
    for (std::size_t i = 0; i < accepted.size(); ++i) {
        if (accepted[i] < 0 || static_cast<std::size_t>(accepted[i]) >= p.shape(1))
            throw WrongResult("accept_sampled",
                              "accept_sampled returned " + std::to_string(accepted[i]) + ", which is no token");
        chosen(i, static_cast<std::size_t>(accepted[i])) = 1;
    }
    return chosen;
}

void Speaker::go_on(const std::vector<TokenId>& ids, std::size_t max_new_tokens, Speech& speech,
                    const std::function<bool(const std::string& piece, bool guessed)>& wanted) {
    using Clock = std::chrono::steady_clock;
    const std::vector<TokenId>& eos = config_.eos_token_id;
    const std::vector<TokenId> before = known();
    const auto whole = [&](const std::vector<TokenId>& so_far) {
        std::vector<TokenId> all = before;
        all.insert(all.end(), so_far.begin(), so_far.end());
        return all;
    };
    TextStreamer bytes(tokenizer_, ids);
    TextStream text;
    const auto say = [&](const std::string& piece, bool guessed) {
        speech.text += piece;
        return wanted(piece, guessed);
    };
    bool stopped = false;
    const auto told = [&](TokenId token, bool guessed) {
        speech.tokens.push_back(token);
        speech.guessed += guessed;
        stopped = !say(text.push(bytes.put(token)), guessed);
        return !stopped;
    };
    Clock::time_point first;
    std::size_t at_first = 1;  // tokens that came with the first
    const auto rate = [&](std::size_t count) {
        const std::chrono::duration<double> seconds = Clock::now() - first;
        if (count > at_first) speech.tokens_per_second = static_cast<double>(count - at_first) / seconds.count();
    };
    speech.read = ids.size();

    std::size_t chosen = 0;
    const NextLogits next = [&](const std::vector<TokenId>& more) {
        Tensor logits = logits_after(more, 1);
        logits.reshape({logits.size()});
        return logits;
    };
    const Choose choose = [&](const Tensor& logits, const std::vector<TokenId>& so_far) {
        const TokenId token = sampler_(logits, whole(so_far));
        if (++chosen == 1) first = Clock::now();
        rate(chosen);
        return token;
    };

    std::vector<TokenId> guess, next_guess;  // of this pass, and of the one that is to come
    std::size_t of_this_pass = 0;            // tokens that were told
    const Draft draft = [&](const Ids& so_far, std::size_t most) {
        return next_guess = guessed_after(whole(so_far), most);
    };
    const Verify verify = [&](std::size_t kept, const Ids& more) {
        guess = std::exchange(next_guess, {});
        const std::size_t rows = guess.size() + 1;
        if (before.size() + kept > known().size() || more.size() < rows)
            throw WrongResult("speculative_generate", "speculative_generate asked verify to keep what it has not read");
        if (speech.passes == 1) at_first = speech.tokens.size();
        reader_.keep(before.size() + kept);
        Tensor logits = logits_after(more, rows);
        if (sampler_.adjusts()) logits = choices(logits, guess);
        if (++speech.passes == 1) first = Clock::now();
        of_this_pass = 0;
        if (more.size() == rows) return logits;
        // The prompt's own are looked at by nobody, and would take as long as the rest.
        Tensor all = xt::zeros<float>({more.size(), logits.shape(1)});
        std::copy(logits.begin(), logits.end(), all.end() - std::ssize(logits));
        return all;
    };

    if (speaking_.guesses) {
        speech.tokens = speculative_generate(verify, draft, ids, max_new_tokens, eos, [&](TokenId token) {
            const bool guessed = of_this_pass < guess.size() && guess[of_this_pass] == token;
            ++of_this_pass;
            return told(token, guessed);
        });
        if (speech.passes > 1) rate(speech.tokens.size());
    } else {
        speech.tokens =
            generate(next, ids, max_new_tokens, choose, eos, [&](TokenId token) { return told(token, false); });
    }
    const bool ended = !speech.tokens.empty() && std::find(eos.begin(), eos.end(), speech.tokens.back()) != eos.end();
    speech.stop = ended ? Stop::eos : stopped ? Stop::caller : Stop::length;
    say(text.end(), false);
}

}  // namespace tiny_llm
