// Tells a story: reads a model and a prompt, and writes what follows as it comes. Or talks (chat.cpp). A library, which story.cpp
// loads once the parts are loaded that the model calls.

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "model/chat.hpp"
#include "model/encoder.hpp"
#include "model/error.hpp"
#include "model/on_disk.hpp"
#include "model/parts.hpp"
#include "model/speaker.hpp"
#include "model/terminal.hpp"
#include "tools/json/json.hpp"
#include "tools/utf8/utf8.hpp"
#include "week3/01-bytes/perplexity.hpp"

using namespace tiny_llm;

namespace {

/// How many tokens the model sees at once where its perplexity is measured.
constexpr std::size_t window = 128;

class Story {
public:
    /// Throws ModelError for the model's files, std::invalid_argument for options that do not fit the model.
    explicit Story(const StoryOptions& options)
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
            throw std::invalid_argument(
                "--tokens " + std::to_string(*options.tokens) + options.either(": only ", "：上下文里只剩 ") +
                std::to_string(context - taken) +
                options.either(" fit into the model's context of ", " 个 token 的位置，总长是 ") +
                std::to_string(context));
        }
        require_rows(prompt_tokens_, config_, options.model);
        max_new_tokens_ = options.tokens.value_or(std::min<std::size_t>(256, context - taken));
    }

    /// Throws ModelError for the weights, and whatever a part throws.
    int run() {
        const StoredTensors tensors = files_.tensors(config_);
        const Parts parts(options_, config_, sampling_, tokenizer_, tensors.bytes());
        if (parts.encodes()) prompt_tokens_ = Encoder(tokenizer_, true)(prompt_);
        if (prompt_tokens_.size() + max_new_tokens_ > config_.max_position_embeddings)
            throw WrongResult("encode", "encode returned " + std::to_string(prompt_tokens_.size()) +
                                            " ids, more than the model's context has room for");
        std::size_t positions = prompt_tokens_.size() + max_new_tokens_;
        if (parts.kept_as()) positions = std::max(positions, std::min(window, config_.max_position_embeddings));
        const LanguageModel model =
            load_model(config_, tensors, parts.weights(), positions, parts.layer_by(), parts.kept_as());
        Speaker speaker(model, tokenizer_, sampler_, options_.cache);
        if (!options_.json) std::cout << utf8::harmless(prompt_) << std::flush;
        Speech speech;
        record(as_json(parts, speech, "begun"));  // a part may end the program without a word
        try {
            speaker.go_on(prompt_tokens_, max_new_tokens_, speech, [&](const std::string& piece) {
                if (!options_.json) std::cout << utf8::harmless(piece) << std::flush;
                return !interrupted();
            });
        } catch (...) {
            if (!options_.json) std::cout << std::endl;
            record(as_json(parts, speech, "failed"));
            throw;
        }
        if (!options_.json) std::cout << "\n\n" << std::flush;
        std::optional<Measured> measured;
        if (parts.kept_as() && speech.stop != Stop::caller) measured = Measured{model.bytes, perplexity_of(model)};
        const char* stop = speech.stop == Stop::eos ? "eos" : speech.stop == Stop::length ? "length" : "interrupted";
        tools::Json value = as_json(parts, speech, stop);
        if (measured) {
            value["weights"] = {
                {"type", options_.weights}, {"bytes", measured->bytes}, {"perplexity", measured->perplexity}};
        }
        record(value);
        if (options_.json) {
            std::cout << tools::json_text(value) << std::flush;
        } else {
            const std::string seed = options_.either(", seed ", "，种子 ") + std::to_string(options_.seed);
            std::cerr << "  " << in_words(speech, options_, sampling_.temperature > 0 ? seed : "") << "\n";
            if (measured) std::cerr << "  " << told(*measured) << "\n";
            std::cerr << parts.summary() << std::flush;
        }
        return speech.stop == Stop::caller ? 130 : 0;
    }

private:
    /// Of a model whose weights were turned into something else.
    struct Measured {
        std::size_t bytes;
        double perplexity;
    };

    std::string told(const Measured& measured) const {
        std::ostringstream text;
        text << options_.weights << options_.either(": ", "：") << std::setprecision(3)
             << static_cast<double>(measured.bytes) / 1e6 << options_.either(" MB, perplexity ", " MB，困惑度 ")
             << std::fixed << measured.perplexity;
        return text.str();
    }

    /// On stories that come with the course and that the shipped model was not trained with.
    double perplexity_of(const LanguageModel& model) const {
        std::istringstream stories(read_text(std::string(TINY_LLM_TEXTS) + (options_.chinese ? "/zh.txt" : "/en.txt")));
        std::vector<TokenId> ids;
        for (std::string story; std::getline(stories, story);) {
            const std::vector<TokenId> its = tokenizer_.encode(story);
            ids.insert(ids.end(), its.begin(), its.end());
            if (!config_.eos_token_id.empty()) ids.push_back(config_.eos_token_id[0]);
        }
        require_rows(ids, config_, options_.model);
        const auto logits = [&](const std::vector<TokenId>& some) {
            std::vector<KVCache> cache = model.new_cache();
            return returned("qwen2", model.qwen2(some, cache, some.size()), some.size(), config_.vocab_size);
        };
        const std::size_t width = std::min(window, config_.max_position_embeddings);
        return perplexity(logits, ids, width, std::max<std::size_t>(width / 2, 1));
    }

    void record(const tools::Json& value) const {
        if (options_.record.empty()) return;
        std::ofstream file(options_.record);
        file << tools::json_text(value) << std::flush;
        if (!file) throw ModelError(options_.record + ": cannot be written");
    }

    tools::Json as_json(const Parts& parts, const Speech& speech, const char* stop) const {
        tools::Json whose;
        for (const std::string& part : parts.running()) whose[part] = parts.whose(part);
        return {{"prompt", prompt_},
                {"text", speech.text},
                {"prompt_tokens", prompt_tokens_},
                {"tokens", speech.tokens},
                {"tokens_per_second", speech.tokens_per_second},
                {"seed", options_.seed},
                {"stop", stop},
                {"parts", whose}};
    }

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

/// 2 for what was wrong before the first word, 1 for what goes wrong later.
template <class Program>
int run(const StoryOptions& options) {
    const auto fail = [&](const std::string& what, int code) {
        std::cerr << (options.chat ? "chat: " : "story: ") << utf8::harmless_line(what) << std::endl;
        if (options.json) std::cout << tools::json_text({{"error", what}}) << std::flush;
        return code;
    };
    std::optional<Program> program;
    try {
        program.emplace(options);
    } catch (const std::exception& error) {
        return fail(error.what(), 2);
    }
    try {
        return program->run();
    } catch (const ModelError& error) {
        return fail(error.what(), 2);
    } catch (const std::bad_alloc&) {
        return fail(options.model +
                        options.either(": not enough memory; try fewer --tokens", "：内存不够；试试更小的 --tokens"),
                    2);
    } catch (const WrongResult& error) {
        if (!error.part.empty() && !options.chat) std::cerr << "part: " << error.part << std::endl;
        return fail(error.what(), 1);
    } catch (const std::exception& error) {  // a part has thrown
        return fail(error.what(), 1);
    }
}

}  // namespace

extern "C" int tell_story(const StoryOptions& options) {
    std::signal(SIGPIPE, SIG_DFL);  // whoever started this may ignore it; nobody who reads on is a quiet end
    hear_interrupt();
    const int code = options.chat ? run<Chat>(options) : run<Story>(options);
    if (std::cout.flush()) return code;
    std::cerr << (options.chat ? "chat: " : "story: ")
              << options.either("standard output could not be written", "标准输出写不进去") << std::endl;
    return 2;
}
