#include "model/speaker.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "model/error.hpp"
#include "week2/05-generate/generate.hpp"
#include "week2/06-tokenizer/stream_text.hpp"

namespace tiny_llm {

std::string in_words(const Speech& speech, const StoryOptions& options, const std::string& more) {
    const std::size_t count = speech.tokens.size();
    std::string text = std::to_string(count) + options.either(count == 1 ? " token" : " tokens", " 个 token");
    if (speech.tokens_per_second > 0) {
        text += options.either(", ", "，每秒 ") + std::to_string(std::lround(speech.tokens_per_second)) +
                options.either(" a second", " 个");
    }
    text += more;
    if (speech.stop == Stop::caller) text += options.either("; stopped by Ctrl-C", "；被 Ctrl-C 打断");
    return text;
}

Speaker::Speaker(const LanguageModel& model, const Tokenizer& tokenizer, Sampler sampler, bool keeps_cache)
    : model_(model), tokenizer_(tokenizer), sampler_(sampler), keeps_cache_(keeps_cache), cache_(model.new_cache()) {}

void Speaker::forget() {
    for (KVCache& cache : cache_) cache.length = 0;
    known_.clear();
}

void require_rows(const std::vector<TokenId>& ids, const Config& config, const std::string& folder) {
    for (const TokenId id : ids) {
        if (static_cast<std::size_t>(id) < config.vocab_size) continue;
        throw ModelError(folder + "/tokenizer.json: token " + std::to_string(id) +
                         ", but config.json's vocab_size is " + std::to_string(config.vocab_size));
    }
}

Tensor Speaker::logits_after(const std::vector<TokenId>& ids) {
    const std::size_t vocabulary = model_.config.vocab_size;
    std::vector<TokenId> unread = ids;
    if (!keeps_cache_) {
        unread.insert(unread.begin(), known_.begin(), known_.end());
        forget();
    }
    // A long text in pieces: all at once its scores and hidden rows would take gigabytes.
    constexpr std::size_t piece = 256;
    Tensor logits;
    for (std::size_t begin = 0; begin == 0 || begin < unread.size(); begin += piece) {
        const std::size_t end = std::min(begin + piece, unread.size());
        const std::vector<TokenId> some(unread.data() + begin, unread.data() + end);
        logits = returned("qwen2", model_.qwen2(some, cache_, 1), 1, vocabulary);
    }
    known_.insert(known_.end(), unread.begin(), unread.end());
    logits.reshape({vocabulary});
    // Before `sample` sees them: it would refuse, and seem to be the one that is wrong.
    const auto finite =
        std::count_if(logits.data(), logits.data() + vocabulary, [](float x) { return std::isfinite(x); });
    for (std::size_t i = 0; finite < std::ssize(logits) && i < vocabulary; ++i) {
        const float logit = logits.data()[i];
        if (std::isfinite(logit) || logit < 0) continue;
        throw WrongResult("", "logit " + std::to_string(i) + " is " + (std::isnan(logit) ? "NaN" : "inf") +
                                  ", there is nothing to choose by");
    }
    if (finite == 0) throw WrongResult("", "all logits are -inf, there is nothing to choose by");
    return logits;
}

void Speaker::go_on(const std::vector<TokenId>& ids, std::size_t max_new_tokens, Speech& speech,
                    const std::function<bool(const std::string& piece)>& wanted) {
    using Clock = std::chrono::steady_clock;
    const std::vector<TokenId>& eos = model_.config.eos_token_id;
    const std::vector<TokenId> before = known_;
    TextStreamer bytes(tokenizer_, ids);
    TextStream text;
    const auto say = [&](const std::string& piece) {
        speech.text += piece;
        return wanted(piece);
    };
    bool stopped = false;
    Clock::time_point first;
    std::size_t chosen = 0;

    speech.read = ids.size();
    const NextLogits next = [&](const std::vector<TokenId>& more) { return logits_after(more); };
    const Choose choose = [&](const Tensor& logits, const std::vector<TokenId>& so_far) {
        std::vector<TokenId> all = before;
        all.insert(all.end(), so_far.begin(), so_far.end());
        const TokenId token = sampler_(logits, all);
        if (++chosen == 1) first = Clock::now();
        const std::chrono::duration<double> seconds = Clock::now() - first;
        if (chosen > 1) speech.tokens_per_second = static_cast<double>(chosen - 1) / seconds.count();
        return token;
    };
    const OnToken on_token = [&](TokenId token) {
        speech.tokens.push_back(token);
        stopped = !say(text.push(bytes.put(token)));
        return !stopped;
    };
    speech.tokens = generate(next, ids, max_new_tokens, choose, eos, on_token);
    const bool ended = !speech.tokens.empty() && std::find(eos.begin(), eos.end(), speech.tokens.back()) != eos.end();
    speech.stop = ended ? Stop::eos : stopped ? Stop::caller : Stop::length;
    say(text.end());
}

}  // namespace tiny_llm
