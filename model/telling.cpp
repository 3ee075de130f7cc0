// Tells a story: reads a model and a prompt, and writes what follows as it comes. A library, which story.cpp loads once the parts
// are loaded that the model calls.

#include "model/telling.hpp"

#include <algorithm>
#include <iomanip>
#include <sstream>

#include "model/beginning.hpp"
#include "model/parts.hpp"
#include "model/speaker.hpp"
#include "week3/01-bytes/perplexity.hpp"

using namespace tiny_llm;

namespace {

/// How many tokens the model sees at once where its perplexity is measured.
constexpr std::size_t window = 128;

class Story : Beginning {
public:
    using Beginning::Beginning;

    /// Throws ModelError for the weights, and whatever a part throws.
    int run() {
        const StoredTensors tensors = files_.tensors(config_);
        std::size_t rows = prompt_tokens_.size();
        if (!options_.cache) rows += max_new_tokens_;
        if (!options_.weights.empty()) rows = std::max(rows, window);
        const Parts parts(options_, config_, sampling_, tokenizer_, tensors, rows);
        encode_by(parts);
        std::size_t positions = prompt_tokens_.size() + max_new_tokens_;
        if (parts.kept_as()) positions = std::max(positions, std::min(window, config_.max_position_embeddings));
        const LanguageModel model =
            load_model(config_, tensors, parts.weights(), positions, parts.by(), parts.kept_as());
        Speaker speaker(model, tokenizer_, sampler_, {.keeps_cache = options_.cache, .guesses = options_.guess});
        if (!options_.json) std::cout << utf8::harmless(prompt_) << std::flush;
        Speech speech;
        record(as_json(parts, speech, "begun"));  // a part may end the program without a word
        try {
            speaker.go_on(prompt_tokens_, max_new_tokens_, speech, [&](const std::string& piece, bool guessed) {
                if (!options_.json) std::cout << shown(piece, guessed) << std::flush;
                return !interrupted();
            });
        } catch (...) {
            if (!options_.json) std::cout << std::endl;
            record(as_json(parts, speech, "failed"));
            throw;
        }
        if (!options_.json) std::cout << "\n\n" << std::flush;
        std::optional<double> measured;
        if (parts.kept_as() && speech.stop != Stop::caller) measured = perplexity_of(model);
        const char* stop = speech.stop == Stop::eos ? "eos" : speech.stop == Stop::length ? "length" : "interrupted";
        tools::Json value = as_json(parts, speech, stop);
        if (measured) {
            value["weights"] = {{"type", options_.weights}, {"bytes", model.bytes}, {"perplexity", *measured}};
        }
        if (!options_.cache_as.empty()) value["cache"] = {{"type", options_.cache_as}, {"bytes", model.cache_bytes()}};
        record(value);
        if (options_.json) {
            std::cout << tools::json_text(value) << std::flush;
        } else {
            const std::string seed = options_.either(", seed ", "，种子 ") + std::to_string(options_.seed);
            std::cerr << "  " << in_words(speech, options_, sampling_.temperature > 0 ? seed : "") << "\n";
            if (measured) std::cerr << "  " << told(model.bytes, *measured) << "\n";
            if (!options_.cache_as.empty()) {
                std::cerr << options_.either("  cache ", "  缓存 ") << options_.cache_as
                          << options_.either(": ", "：每个 token ") << model.cache_bytes()
                          << options_.either(" bytes a token, in float32 ", " 字节，float32 是 ")
                          << model.cache_bytes() * 128 / 34 << options_.either("", " 字节") << "\n";
            }
            std::cerr << parts.summary() << std::flush;
        }
        return speech.stop == Stop::caller ? 130 : 0;
    }

private:
    /// What weights were turned into something else.
    std::string told(std::size_t bytes, double perplexity) const {
        std::ostringstream text;
        text << options_.weights << options_.either(": ", "：") << std::setprecision(3)
             << static_cast<double>(bytes) / 1e6 << options_.either(" MB, perplexity ", " MB，困惑度 ") << std::fixed
             << perplexity;
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

    std::string shown(const std::string& piece, bool guessed) const {
        const std::string text = utf8::harmless(piece);
        return guessed && options_.coloured && !text.empty() ? "\x1b[32m" + text + "\x1b[0m" : text;
    }

    tools::Json as_json(const Parts& parts, const Speech& speech, const char* stop) const {
        tools::Json whose;
        for (const std::string& part : parts.running()) whose[part] = parts.whose(part);
        tools::Json value{{"prompt", prompt_},
                          {"text", speech.text},
                          {"prompt_tokens", prompt_tokens_},
                          {"tokens", speech.tokens},
                          {"tokens_per_second", speech.tokens_per_second},
                          {"seed", options_.seed},
                          {"stop", stop},
                          {"parts", whose}};
        if (options_.guess) value["passes"] = speech.passes, value["guessed"] = speech.guessed;
        return value;
    }
};

}  // namespace

extern "C" int tell_story(const StoryOptions& options) { return told<Story>(options); }
