#pragma once

#include <limits>
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
    /// tensors   of the model
    /// rows      at most so many are read for one token
    Parts(const StoryOptions& options, const Config& config, const Sampling& sampling, const Tokenizer& tokenizer,
          const StoredTensors& tensors, std::size_t rows = std::numeric_limits<std::size_t>::max());

    /// "yours", "given" or "mistake".
    std::string whose(const std::string& part) const;

    /// Those that run with this model and these options, in the order of the course.
    std::vector<std::string> running() const;

    /// The weights stay in their file, or in the form that --weights asks for. Who has written a part that takes whole matrices gets
    /// them, those of a large model, or of another form, in blocks; who has written q8_0_linear gets what is q8_0 as it is.
    Weights weights() const;

    /// What --weights asks for.
    std::optional<DType> kept_as() const;

    /// What --cache asks for.
    DType cache_as() const;

    /// Week 1's form of a layer runs until that of week 2 is written. Attention with a table of all scores runs where the learner
    /// has written it, until `flash_attention` or `merge_attention` is written too.
    By by() const;

    /// Whether the model reads by `batched_attention` and keeps what it knows in pages: in a conversation, unless the learner has
    /// written attention or a cache of week 2 and none of what pages need, or the cache is not of float32.
    bool paged() const;

    /// Whether text becomes ids by the exercise `encode`. The given one is slower than the tokenizer's own way, which a large
    /// vocabulary is left to.
    bool encodes() const;

    /// What runs, and whose it is, in lines for the end of a text.
    std::string summary() const;

private:
    bool runs(const std::string& part) const;
    LayerBy layer_by() const;
    bool tiles() const;

    const StoryOptions& options_;
    const Config& config_;
    Sampling sampling_;
    const Tokenizer& tokenizer_;
    std::size_t bytes_, rows_;
    bool q8_0_;  // whether there is a matrix of it
};

}  // namespace tiny_llm
