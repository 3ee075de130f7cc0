#include "model/story_options.hpp"

#include <getopt.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <random>
#include <stdexcept>
#include <utility>

namespace tiny_llm {
namespace {

/// What an option does with its value.
using Take = std::function<void(const std::string& value)>;

Take flag(bool& to, bool value = true) {
    return [&to, value](const std::string&) { to = value; };
}

template <class Text>
Take text(Text& to) {
    return [&to](const std::string& value) { to = value; };
}

Take one_of(std::string& to, std::vector<std::string> all) {
    return [&to, all = std::move(all)](const std::string& value) {
        if (std::find(all.begin(), all.end(), value) == all.end()) throw std::invalid_argument("unknown");
        to = value;
    };
}

Take list(std::vector<std::string>& to) {
    return [&to](const std::string& value) {
        for (std::size_t begin = 0, end = 0; end != value.npos; begin = end + 1) {
            end = value.find(',', begin);
            to.push_back(value.substr(begin, end - begin));
        }
    };
}

template <class Whole>
Take whole(Whole& to, std::uint64_t least = 0) {
    return [&to, least](const std::string& value) {
        std::uint64_t number = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
        if (error != std::errc() || end != value.data() + value.size())
            throw std::invalid_argument("not a whole number");
        if (number < least) throw std::invalid_argument("less than " + std::to_string(least));
        to = static_cast<std::size_t>(number);
    };
}

Take real(std::optional<float>& to) {
    return [&to](const std::string& value) {
        char* end = nullptr;
        to = std::strtof(value.c_str(), &end);
        if (value.empty() || *end != '\0') throw std::invalid_argument("not a number");
    };
}

}  // namespace

StoryOptions parse_story_options(int argc, char** argv) {
    StoryOptions options;
    options.model = TINY_LLM_MODEL;
    options.seed = std::random_device{}() % 1'000'000;  // short enough to be typed again
    std::string language = "en";
    std::size_t port = 8000;
    const std::vector<std::pair<const char*, Take>> flags{
        {"chat", flag(options.chat)},   {"serve", flag(options.serve)},       {"no-cache", flag(options.cache, false)},
        {"guess", flag(options.guess)}, {"coloured", flag(options.coloured)}, {"events", flag(options.events)},
        {"json", flag(options.json)}};
    const std::vector<std::pair<const char*, Take>> valued{
        {"host", text(options.host)},
        {"port", whole(port)},
        {"token", text(options.token)},
        {"system", text(options.system)},
        {"model", text(options.model)},
        {"tokens", whole(options.tokens, 1)},
        {"temperature", real(options.temperature)},
        {"top-k", whole(options.top_k)},
        {"top-p", real(options.top_p)},
        {"min-p", real(options.min_p)},
        {"repetition-penalty", real(options.repetition_penalty)},
        {"seed", whole(options.seed)},
        {"weights", one_of(options.weights, {"bfloat16", "q8_0", "q4_0"})},
        {"cache", one_of(options.cache_as, {"q8_0"})},
        {"together", whole(options.together, 2)},
        {"pages", whole(options.pages, 1)},
        {"budget", whole(options.budget, 1)},
        {"record", text(options.record)},
        {"lang", one_of(language, {"en", "zh"})},
        {"part", list(options.parts)},
        {"yours", list(options.yours)},
        {"mistake", text(options.mistake)}};
    std::vector<::option> known;
    for (const auto& [name, take] : flags) known.push_back({name, no_argument, nullptr, 0});
    for (const auto& [name, take] : valued) known.push_back({name, required_argument, nullptr, 0});
    known.push_back({});
    const auto refuse = [&](const std::string& what) {
        std::cerr << "story: " << what << std::endl;
        options.wrong = true;
    };
    int index = 0;
    for (int found = 0; (found = ::getopt_long(argc, argv, "", known.data(), &index)) != -1;) {
        if (found != 0) {  // getopt_long has said what it does not know
            options.wrong = true;
            continue;
        }
        const std::size_t i = static_cast<std::size_t>(index);
        const auto& [name, take] = i < flags.size() ? flags[i] : valued[i - flags.size()];
        const std::string value = optarg ? optarg : "";
        try {
            take(value);
        } catch (const std::invalid_argument& error) {
            refuse(std::string("--") + name + " " + value + ": " + error.what());
        }
        if (name == std::string("model")) options.shipped = false;
    }
    if (optind < argc) options.prompt = argv[optind];
    if (argc - optind > 1) refuse(std::string("one prompt, not also ") + argv[optind + 1]);
    if (!options.cache_as.empty() && (!options.cache || options.together || options.serve))
        refuse("--cache goes with none of --no-cache, --together and --serve");
    options.port = static_cast<int>(port);
    options.chinese = language == "zh";
    return options;
}

}  // namespace tiny_llm
