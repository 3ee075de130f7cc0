#include "model/beginning.hpp"

#include <algorithm>
#include <fstream>

#include "model/encoder.hpp"
#include "model/error.hpp"
#include "model/speaker.hpp"

namespace tiny_llm {

Beginning::Beginning(const StoryOptions& options)
    : options_(options),
      files_(options.model),
      config_(files_.config()),
      tokenizer_(files_.tokenizer()),
      sampling_(options.sampling({.temperature = 0.8f, .top_p = 0.95f})),
      sampler_(sampling_),
      prompt_(options.prompt.value_or(options.either("Once upon a time", "从前"))) {
    prompt_tokens_ = tokenizer_.encode(prompt_);
    if (prompt_.empty() || prompt_tokens_.empty()) {
        throw std::invalid_argument(options.either("the prompt is empty; give a word or two, or leave it out",
                                                   "提示词是空的：写一两个词，或者干脆不写"));
    }
    const std::size_t context = config_.max_position_embeddings, taken = prompt_tokens_.size();
    if (taken >= context) {
        throw std::invalid_argument(
            options.either("the prompt has ", "提示词有 ") + std::to_string(taken) +
            options.either(" tokens, but the model's context is ", " 个 token，而模型的上下文只有 ") +
            std::to_string(context));
    }
    if (options.tokens > context - taken) {
        throw std::invalid_argument("--tokens " + std::to_string(*options.tokens) +
                                    options.either(": only ", "：上下文里只剩 ") + std::to_string(context - taken) +
                                    options.either(" fit into the model's context of ", " 个 token 的位置，总长是 ") +
                                    std::to_string(context));
    }
    require_rows(prompt_tokens_, config_, options.model);
    max_new_tokens_ = options.tokens.value_or(std::min<std::size_t>(256, context - taken));
}

void Beginning::encode_by(const Parts& parts) {
    if (parts.encodes()) prompt_tokens_ = Encoder(tokenizer_, true)(prompt_);
    if (prompt_tokens_.size() + max_new_tokens_ > config_.max_position_embeddings)
        throw WrongResult("encode", "encode returned " + std::to_string(prompt_tokens_.size()) +
                                        " ids, more than the model's context has room for");
}

void Beginning::record(const tools::Json& value) const {
    if (options_.record.empty()) return;
    std::ofstream file(options_.record);
    file << tools::json_text(value) << std::flush;
    if (!file) throw ModelError(options_.record + ": cannot be written");
}

}  // namespace tiny_llm
