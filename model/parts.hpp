#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/config.hpp"
#include "model/load.hpp"
#include "model/sampling.hpp"
#include "model/story_options.hpp"
#include "model/tokenizer/tokenizer.hpp"

namespace tiny_llm {

/// Whose the parts of the model are, and which of them run.
class Parts {
public:
    /// bytes   of the model's weights
    Parts(const StoryOptions& options, const Config& config, const Sampling& sampling, const Tokenizer& tokenizer,
          std::size_t bytes);

    /// "yours", "given" or "mistake".
    std::string whose(const std::string& part) const;

    /// Those that run with this model and these options, in the order of the course.
    std::vector<std::string> running() const;

    /// The weights stay in their file, or in the form that --weights asks for. Who has written a part that takes whole matrices gets
    /// them, those of a large model, or of another form, in blocks.
    Weights weights() const;

    /// What --weights asks for.
    std::optional<DType> kept_as() const;

    /// Week 1's form of a layer runs until that of week 2 is written.
    LayerBy layer_by() const;

    /// Whether text becomes ids by the exercise `encode`. The given one is slower than the tokenizer's own way, which a large
    /// vocabulary is left to.
    bool encodes() const;

    /// What runs, and whose it is, in lines for the end of a text.
    std::string summary() const;

private:
    bool runs(const std::string& part) const;

    const StoryOptions& options_;
    const Config& config_;
    Sampling sampling_;
    const Tokenizer& tokenizer_;
    std::size_t bytes_;
};

}  // namespace tiny_llm
