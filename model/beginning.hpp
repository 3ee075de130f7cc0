#pragma once

#include <string>
#include <vector>

#include "model/on_disk.hpp"
#include "model/parts.hpp"
#include "model/sampler.hpp"
#include "tools/json/json.hpp"

namespace tiny_llm {

/// What a story begins with: the model's files and the prompt.
class Beginning {
public:
    /// Throws ModelError for the model's files, std::invalid_argument for options that do not fit the model.
    explicit Beginning(const StoryOptions& options);

protected:
    /// The prompt's ids are the learner's from now on, where `encode` is. Throws WrongResult where these do not fit the model.
    void encode_by(const Parts& parts);

    /// Writes the value into the file that --record names, if it does.
    void record(const tools::Json& value) const;

    const StoryOptions& options_;
    ModelOnDisk files_;
    Config config_;
    Tokenizer tokenizer_;
    Sampling sampling_;
    Sampler sampler_;
    std::string prompt_;
    std::vector<TokenId> prompt_tokens_;
    std::size_t max_new_tokens_;
};

}  // namespace tiny_llm
