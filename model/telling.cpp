// Tells a story: reads a model and a prompt, and writes what follows as it comes. A library, which story.cpp loads once the
// parts are loaded that the model calls.

#include <algorithm>
#include <cmath>
#include <csignal>
#include <fstream>
#include <iostream>
#include <sstream>

#include "model/error.hpp"
#include "model/generate.hpp"
#include "model/story_options.hpp"
#include "model/tokenizer/tokenizer.hpp"
#include "tools/json/json.hpp"

using namespace tiny_llm;

namespace {

volatile std::sig_atomic_t interrupted = 0;
struct sigaction at_second_interrupt;

/// A model may have learnt the bytes that move a terminal's cursor.
std::string for_terminal(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F; },
        '?');
    return text;
}

/// In lines of at most 76 characters, the later ones under the first one's text.
std::string wrapped(const std::string& text) {
    std::istringstream words(text);
    std::string word, result = " ";
    std::size_t width = 1;
    while (words >> word) {
        if (width + 1 + word.size() > 76) {
            result += "\n   ";
            width = 3;
        }
        result += " " + word;
        width += 1 + word.size();
    }
    return result;
}

class Story {
public:
    /// Throws ModelError for the model's files, std::invalid_argument for options that do not fit the model.
    explicit Story(const StoryOptions& options)
        : options_(options),
          config_(read_config(options.model)),
          tokenizer_(Tokenizer::from_file(std::filesystem::path(options.model) / "tokenizer.json")),
          sampler_({options.temperature, options.top_k, options.top_p, options.seed}),
          prompt_(options.prompt.value_or(either("Once upon a time", "从前"))) {
        prompt_tokens_ = tokenizer_.encode(prompt_);
        if (prompt_.empty() || prompt_tokens_.empty()) {
            throw std::invalid_argument(either("the prompt is empty; give a word or two, or leave it out",
                                               "提示词是空的：写一两个词，或者干脆不写"));
        }
        const std::size_t context = config_.max_position_embeddings, taken = prompt_tokens_.size();
        if (taken >= context) {
            throw std::invalid_argument(
                either("the prompt has ", "提示词有 ") + std::to_string(taken) +
                either(" tokens, and the model's context is ", " 个 token，而模型的上下文只有 ") +
                std::to_string(context));
        }
        if (options.tokens > context - taken) {
            throw std::invalid_argument("--tokens " + std::to_string(*options.tokens) +
                                        either(": only ", "：上下文里只剩 ") + std::to_string(context - taken) +
                                        either(" fit into the model's context of ", " 个 token 的位置，总长是 ") +
                                        std::to_string(context));
        }
        if (const auto most = *std::max_element(prompt_tokens_.begin(), prompt_tokens_.end());
            static_cast<std::size_t>(most) >= config_.vocab_size) {
            throw ModelError(options.model + "/tokenizer.json: token " + std::to_string(most) +
                             ", but config.json's vocab_size is " + std::to_string(config_.vocab_size));
        }
        max_new_tokens_ = options.tokens.value_or(std::min<std::size_t>(256, context - taken));
    }

    /// Throws ModelError for the weights, and whatever a part throws.
    int tell() {
        const SafeTensors tensors = SafeTensors::open_folder(options_.model);
        weights_ = weights(tensors.bytes());
        const LanguageModel model =
            load_model(config_, tensors, weights_, prompt_tokens_.size() + max_new_tokens_, layer_by());
        TextStreamer streamer(tokenizer_, prompt_tokens_);
        std::string text;
        const auto write = [&](const std::string& piece) {
            text += piece;
            if (!options_.json) std::cout << for_terminal(piece) << std::flush;
        };
        if (!options_.json) std::cout << for_terminal(prompt_) << std::flush;
        Generation generation;
        std::vector<TokenId> so_far;
        record(as_json(text, generation, "begun"));  // a part may end the program without a word
        try {
            generation = generate(model, prompt_tokens_, max_new_tokens_, sampler_, [&](TokenId token) {
                so_far.push_back(token);
                write(streamer.put(token));
                return !interrupted;
            });
        } catch (...) {
            if (!options_.json) std::cout << std::endl;
            generation.tokens = so_far;
            record(as_json(text, generation, "failed"));
            throw;
        }
        write(streamer.end());
        const char* stop = generation.stop == Stop::eos      ? "eos"
                           : generation.stop == Stop::length ? "length"
                                                             : "interrupted";
        const tools::Json value = as_json(text, generation, stop);
        record(value);
        if (options_.json) {
            std::cout << tools::json_text(value) << std::flush;
        } else {
            std::cout << "\n\n" << std::flush;
            std::cerr << summary(generation) << std::flush;
        }
        return generation.stop == Stop::caller ? 130 : 0;
    }

private:
    std::string either(const char* english, const char* chinese) const { return options_.chinese ? chinese : english; }

    /// A large model stays in its file. Who has written a part that takes whole matrices gets them in blocks.
    Weights weights(std::size_t bytes) const {
        constexpr std::size_t large = std::size_t{64} << 20;
        if (bytes < large) return Weights::in_memory;
        for (const char* part : {"silu", "linear", "qwen2_mlp", "embedding"}) {
            if (whose(part) != "given") return Weights::in_blocks;
        }
        return Weights::in_file;
    }

    /// Week 1's form of a layer runs until that of week 2 is written.
    LayerBy layer_by() const {
        const bool week1 = whose("pre_norm_block") != "given" && whose("decoder_layer") != "mistake" &&
                           (whose("decoder_layer") == "given" || whose("pre_norm_block") == "mistake");
        return week1 && weights_ == Weights::in_memory ? LayerBy::pre_norm_block : LayerBy::decoder_layer;
    }

    /// Of two parts that do the same for different models, or in different weeks, one runs.
    bool runs(const std::string& part) const {
        if (part == "pre_norm_block") return layer_by() == LayerBy::pre_norm_block;
        if (part == "decoder_layer") return layer_by() == LayerBy::decoder_layer;
        if (part == "qwen2_attention") return !config_.qk_norm;
        if (part == "qwen3_attention") return config_.qk_norm;
        return true;
    }

    std::string whose(const std::string& part) const {
        if (options_.mistake.starts_with(part + "/")) return "mistake";
        return std::find(options_.yours.begin(), options_.yours.end(), part) != options_.yours.end() ? "yours"
                                                                                                     : "given";
    }

    void record(const tools::Json& value) const {
        if (options_.record.empty()) return;
        std::ofstream file(options_.record);
        file << tools::json_text(value) << std::flush;
        if (!file) throw ModelError(options_.record + ": cannot be written");
    }

    tools::Json as_json(const std::string& text, const Generation& generation, const char* stop) const {
        tools::Json parts;
        for (const std::string part : {TINY_LLM_PARTS}) {
            if (runs(part)) parts[part] = whose(part);
        }
        return {{"prompt", prompt_},
                {"text", text},
                {"prompt_tokens", prompt_tokens_},
                {"tokens", generation.tokens},
                {"tokens_per_second", generation.tokens_per_second},
                {"seed", options_.seed},
                {"stop", stop},
                {"parts", parts}};
    }

    std::string summary(const Generation& generation) const {
        const std::size_t count = generation.tokens.size();
        std::string text = "  " + std::to_string(count) + either(count == 1 ? " token" : " tokens", " 个 token");
        if (generation.tokens_per_second > 0) {
            text += either(", ", "，每秒 ") + std::to_string(std::lround(generation.tokens_per_second)) +
                    either(" a second", " 个");
        }
        if (options_.temperature > 0) text += either(", seed ", "，种子 ") + std::to_string(options_.seed);
        if (generation.stop == Stop::caller) text += either("; stopped by Ctrl-C", "；被 Ctrl-C 打断");
        text += "\n";
        for (const auto& [kind, name] :
             {std::pair("yours", either("yours", "你写的")), std::pair("given", either("given", "课程给的")),
              std::pair("mistake", either("mistaken", "带错的"))}) {
            std::string list;
            for (const std::string part : {TINY_LLM_PARTS}) {
                if (runs(part) && whose(part) == kind)
                    list += " " + (kind == std::string("mistake") ? options_.mistake : part);
            }
            if (!list.empty()) text += wrapped("  " + name + either(":", "：") + list) + "\n";
        }
        return text;
    }

    const StoryOptions& options_;
    Config config_;
    Tokenizer tokenizer_;
    Sampler sampler_;
    std::string prompt_;
    std::vector<TokenId> prompt_tokens_;
    std::size_t max_new_tokens_;
    Weights weights_ = Weights::in_memory;
};

}  // namespace

extern "C" int tell_story(const StoryOptions& options) {
    // Once: a second Ctrl-C ends a program that does not come back from a part.
    struct sigaction action {};
    action.sa_handler = [](int) {
        interrupted = 1;
        ::sigaction(SIGINT, &at_second_interrupt, nullptr);
    };
    ::sigaction(SIGINT, &action, &at_second_interrupt);

    const auto fail = [&](const std::string& what, int code) {
        std::cerr << "story: " << what << std::endl;
        if (options.json) std::cout << tools::json_text({{"error", what}}) << std::flush;
        return code;
    };
    std::optional<Story> story;
    try {
        story.emplace(options);
    } catch (const std::exception& error) {
        return fail(error.what(), 2);
    }
    try {
        return story->tell();
    } catch (const ModelError& error) {
        return fail(error.what(), 2);
    } catch (const std::bad_alloc&) {
        return fail(options.model + (options.chinese ? "：内存不够；试试更小的 --tokens"
                                                     : ": not enough memory; try fewer --tokens"),
                    2);
    } catch (const WrongShape& error) {
        std::cerr << "part: " << error.part << std::endl;
        return fail(error.what(), 1);
    } catch (const std::exception& error) {  // a part has thrown
        return fail(error.what(), 1);
    }
}
