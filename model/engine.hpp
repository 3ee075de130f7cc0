#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "model/paged.hpp"
#include "model/sampler.hpp"
#include "week3/03-pages/prefix_cache.hpp"
#include "week3/04-many/schedule.hpp"
#include "week3/04-many/serving_metrics.hpp"

namespace tiny_llm {

/// Why a text has ended: a stop token came, or on_token said so; as many tokens as were asked for; whoever asked wants no more of it; it needs more
/// pages than there are; a part of the model failed.
enum class Finish { stop, length, cancelled, refused, failed };

/// How a text ended.
struct Ending {
    Finish finish = Finish::length;
    std::vector<TokenId> tokens;  // the new ones, with the one that stopped it, if one did
    std::string error, part;      // of a failure: what was thrown, and by which part, where that is known
};

/// A text that somebody wants to be continued.
struct Wish {
    std::vector<TokenId> prompt;  // at least one, each of them a row of the embedding
    std::size_t max_new_tokens;
    Sampling sampling;
    std::vector<TokenId> stop;  // any of these ends the text
    /// Told each new token but one that stops the text; false means that this is its end. Both are called by step(), which waits for
    /// them.
    std::function<bool(TokenId)> on_token = {};
    std::function<void(const Ending&)> on_end = {};  // called once
    /// What becomes of the logits before a token is chosen, of which `left` may come at most; may be empty. By step(), too.
    std::function<Tensor(const Tensor& logits, std::size_t left)> masked = {};
};

/// What a text does in a step.
enum class Doing { waiting, reading, writing, sent_back };

/// What the engine has done since it began, and what it has to do.
struct EngineState {
    std::size_t running = 0, waiting = 0;
    std::size_t pages = 0, pages_in_use = 0;  // those that only the prefix cache holds are free
    std::size_t steps = 0;
    std::size_t prompt_tokens = 0, cached_tokens = 0;  // of the texts that began; those found in the prefix cache
    std::size_t new_tokens = 0;
    std::size_t sent_back = 0;
    std::map<Finish, std::size_t> finished;
};

/// Continues many texts at once: each step, the exercise `schedule` says which texts compute how many tokens, all of these go
/// through the model in one pass, and each text that has caught up gets a token. A text joins and leaves between any two steps.
///
/// One thread calls step(), and any thread the others.
class Engine {
public:
    struct Settings {
        std::size_t budget = 256;  // tokens in one pass
        std::size_t running = 16;  // texts that run at the same time
        bool prefix_cache = true;  // texts that begin alike share pages
    };

    /// model       outlives it, and has no other texts
    /// culprit     which part threw what was caught just now; may be empty
    Engine(PagedModel& model, const Settings& settings, std::function<std::string()> culprit = {});

    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// Asks for a text, which begins in a later step.
    ///
    /// Throws std::invalid_argument when the prompt is empty or has an id that the model has no row for, when it and its new tokens
    /// do not fit into the model's positions, and when the sampling makes no sense.
    std::size_t submit(Wish wish);

    /// Ends a text before the next step, which frees its pages. One that has ended already is left alone.
    void cancel(std::size_t id);

    /// Does what is to do next. False when there was nothing.
    bool step();

    /// Waits until there is something to do, at most this long.
    void wait(std::chrono::milliseconds most);

    EngineState state() const;

    /// How fast the last thousand texts that ended came, by the exercise `serving_metrics`.
    Metrics metrics(const Slo& slo) const;

    /// What each text did in the last step, those that ended in it too. For the thread that calls step().
    const std::map<std::size_t, Doing>& last_step() const { return doing_; }

private:
    struct Text {
        Wish wish;
        Sampler sampler;
        std::vector<TokenId> ids;             // the prompt and the new tokens
        std::unique_ptr<PagedKVCache> cache;  // of a text that runs, or is about to
        Trace trace;
        std::size_t remembered = 0;  // pages that were shown to the prefix cache
        bool began = false;
    };
    /// What went wrong, and in which part, where that is known.
    struct Failure {
        std::string error, part;
    };
    struct Submitted {
        Wish wish;
        double arrival;
    };

    double now() const;  // seconds since the engine began
    void take_in();
    void find_prefixes();
    Step planned();
    void require_possible(const Step& step) const;
    void compute(const std::vector<Share>& shares);
    Tensor pass(const std::vector<Share>& shares);
    void go_on(std::size_t id, const Tensor& logits);
    void remember(Text& text);
    void end(std::size_t id, Finish finish, const Failure& failure = {});
    void fail(std::size_t id, const std::exception& error);
    void publish();

    const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    PagedModel& model_;
    const Settings settings_;
    const std::function<std::string()> culprit_;
    std::optional<PrefixCache> prefixes_;
    Server server_;
    std::map<std::size_t, Text> texts_;  // those in server_
    std::map<std::size_t, Doing> doing_;
    EngineState counted_;

    // What other threads write and read.
    mutable std::mutex mutex_;
    std::condition_variable something_to_do_;
    std::size_t next_id_ = 1;
    std::map<std::size_t, Submitted> submitted_;
    std::vector<std::size_t> cancelled_;
    EngineState published_;
    std::deque<Trace> traces_;
};

}  // namespace tiny_llm
