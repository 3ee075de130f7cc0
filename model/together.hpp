#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "model/beginning.hpp"
#include "model/engine.hpp"
#include "week2/06-tokenizer/stream_text.hpp"

namespace tiny_llm {

/// Several stories at once, with the same beginning and a seed for each: what `./learn story --together 8` starts.
class Together : Beginning {
public:
    /// As Beginning, and std::invalid_argument for fewer --pages than a story needs.
    explicit Together(const StoryOptions& options);

    /// Throws ModelError for the weights, and what a part of the model throws.
    int run();

private:
    /// How fast tokens come: those after the first, which waits for the prompt.
    struct Rate {
        void count();
        double per_second() const;

        std::size_t tokens = 0;
        std::chrono::steady_clock::time_point first, last;
    };

    struct Told {
        std::uint64_t seed;
        TextStreamer bytes;
        TextStream characters;
        std::string text;
        std::optional<Ending> ending;
        std::string line;  // of the timeline: a character for each step
    };

    void ask(Engine& engine, std::size_t index);
    void say(std::size_t index, const std::string& piece);
    void end(std::size_t index, const Ending& ending);
    double alone(Engine& engine) const;
    void require_whole() const;
    tools::Json as_json(const Parts& parts, const char* stop) const;
    std::string timeline() const;
    std::string in_words() const;

    Pages pages_;
    std::vector<Told> stories_;
    Rate together_;
    Metrics metrics_;
    double alone_ = 0;
    std::size_t steps_ = 0;
};

}  // namespace tiny_llm
