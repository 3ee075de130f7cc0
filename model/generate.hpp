#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "model/load.hpp"
#include "model/sampler.hpp"
#include "tiny_llm/token.hpp"

namespace tiny_llm {

/// Why a text ends: the model said so, there is no more room, or the caller stopped it.
enum class Stop { eos, length, caller };

struct Generation {
    std::vector<TokenId> tokens;  // the one that ended the text too, as in Hugging Face's generate
    Stop stop = Stop::length;
    double tokens_per_second =
        0;  // of those after the first, which waits for the prompt to be read; 0 if there are none
};

/// Continues a text, token by token.
///
/// prompt          at least one token
/// max_new_tokens  at most so many are generated; prompt and these must fit into the model's positions
/// on_token        called with each token as it comes; false stops
Generation generate(const LanguageModel& model, const std::vector<TokenId>& prompt, std::size_t max_new_tokens,
                    Sampler& sampler, const std::function<bool(TokenId)>& on_token);

}  // namespace tiny_llm
