#include "model/story_options.hpp"

#include <CLI/CLI.hpp>
#include <random>

namespace tiny_llm {

StoryOptions parse_story_options(int argc, char** argv) {
    StoryOptions options;
    options.model = TINY_LLM_MODEL;
    options.seed = std::random_device{}() % 1'000'000;  // short enough to be typed again
    std::string language = "en", prompt;
    CLI::App app("Continues a text with a model of Qwen2's kind.", "story");
    app.add_flag("--chat", options.chat, "talk: each line of the input is answered");
    auto* serve = app.add_flag("--serve", options.serve, "answer programs that speak OpenAI's protocol, until Ctrl-C");
    app.add_option("--host", options.host, "the address to listen on")->needs(serve);
    app.add_option("--port", options.port, "0 takes any that is free")->check(CLI::Range(0, 65535))->needs(serve);
    app.add_option("--token", options.token, "what clients must know")->needs(serve);
    app.add_option("--system", options.system, "the conversation's first message, which tells the model who it is");
    auto* given_prompt = app.add_option("prompt", prompt, "how the text begins");
    app.add_option("--model", options.model,
                   "a folder with config.json, tokenizer.json and model.safetensors, or a GGUF file");
    app.add_option("--tokens", options.tokens, "generate at most this many")->check(CLI::Range(1, 1'000'000));
    app.add_option("--temperature", options.temperature, "0 always takes the most likely token")
        ->check(CLI::Range(0.0, 100.0));
    app.add_option("--top-k", options.top_k, "choose among the k most likely; 0: among all")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--top-p", options.top_p, "choose among the most likely that together have this probability")
        ->check(CLI::Range(1e-6, 1.0));
    app.add_option("--min-p", options.min_p,
                   "choose among those with this part of the largest probability; 0: among all")
        ->check(CLI::Range(0.0, 1.0));
    app.add_option("--repetition-penalty", options.repetition_penalty,
                   "above 1, tokens that came up before become less likely; 1: nothing changes")
        ->check(CLI::Range(0.001, 1000.0));
    app.add_option("--seed", options.seed, "the same seed tells the same story")->check(CLI::NonNegativeNumber);
    app.add_option("--weights", options.weights,
                   "keep the matrices as this, and say what they take and how well they predict")
        ->check(CLI::IsMember({"bfloat16", "q8_0", "q4_0"}));
    auto* no_cache = app.add_flag("!--no-cache", options.cache, "read the whole text again for each token");
    auto* cache = app.add_option("--cache", options.cache_as, "keep keys and values as this, and say what they take");
    cache->check(CLI::IsMember({"q8_0"}))->excludes(no_cache)->excludes(serve);
    app.add_flag("--guess", options.guess, "guess tokens, and check several of them in one pass of the model");
    app.add_flag("--coloured", options.coloured, "the tokens that were guessed, as a terminal shows it");
    auto* together =
        app.add_option("--together", options.together, "tell so many stories at once, each with its own seed");
    together->check(CLI::Range(2, 16))->excludes("--chat")->excludes(no_cache)->excludes(cache)->excludes("--guess");
    app.add_option("--pages", options.pages, "room for all of them, in pages of 16 tokens")
        ->check(CLI::Range(1, 1'000'000));
    app.add_option("--budget", options.budget, "how many tokens go through the model in one pass at most")
        ->check(CLI::Range(1, 1'000'000));
    app.add_flag("--events", options.events, "a line of JSON for each piece (told by ./learn)")->needs(together);
    app.add_flag("--json", options.json, "print one JSON value");
    app.add_option("--record", options.record, "write that value into this file, and the text as ever");
    app.add_option("--lang", language, "of what is said about the text")->check(CLI::IsMember({"en", "zh"}));
    app.add_option("--part", options.parts, "ID=LIBRARY: in the place of a given part (told by ./learn)");
    app.add_option("--yours", options.yours, "parts that are the learner's (told by ./learn)")->delimiter(',');
    app.add_option("--mistake", options.mistake, "the part that is mistaken (told by ./learn)");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        options.exit_now = app.exit(error) == 0 ? 0 : 2;
    }
    if (given_prompt->count() > 0) options.prompt = prompt;
    options.shipped = app.count("--model") == 0;
    options.chinese = language == "zh";
    return options;
}

}  // namespace tiny_llm
