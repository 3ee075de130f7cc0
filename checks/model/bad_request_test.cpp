// What cannot be met: another model's tokenizer, prompts that do not fit, options that mean nothing.

#include <algorithm>

#include "grader/catch.hpp"
#include "support/refused.hpp"

using model_files::Folder;
using model_files::Model;
using nlohmann::ordered_json;

TEST_CASE("a tokenizer of another kind, or of another model") {
    const auto tokenizer = [](const std::string& what, const Strings& named,
                              const std::function<void(ordered_json&)>& change) {
        check_model_refused(what, named, [&](Model& model) {
            ordered_json json = ordered_json::parse(model.tokenizer);
            change(json);
            model.tokenizer = json.dump();
        });
    };
    tokenizer("WordPiece", {"tokenizer.json: model.type"},
              [](ordered_json& json) { json["model"]["type"] = "WordPiece"; });
    tokenizer("no vocabulary", {"tokenizer.json: model: ", "vocab"},
              [](ordered_json& json) { json["model"].erase("vocab"); });
    // Its tokens are not rows of the embedding: 79 of "Once" becomes 300, of 260.
    tokenizer("larger than the model", {"tokenizer.json: ", "300", "260"},
              [](ordered_json& json) { json["model"]["vocab"]["O"] = 300; });
}

TEST_CASE("prompts and options that cannot be met") {
    const auto nothing = [](const Path&) {};
    check_refused("an empty prompt", {"prompt is empty"}, nothing, {""});
    check_refused("a prompt longer than the context", {"100 tokens", "64"}, nothing, {std::string(100, 'a')});
    check_refused("a prompt as long as the context", {"64 tokens"}, nothing, {std::string(64, 'a')});
    check_refused("more tokens than fit", {"--tokens 61", "60", "64"}, nothing, {"--tokens", "61", "Once"});
}

TEST_CASE("options that mean nothing are a usage error") {
    const Folder folder;
    model_files::small_qwen2().write(folder.path());
    for (const Strings& options : {Strings{"--tokens", "0"},
                                   {"--tokens", "-1"},
                                   {"--tokens", "abc"},
                                   {"--tokens", "1.5"},
                                   {"--tokens", ""},
                                   {"--tokens", "99999999999999999999"},
                                   {"--temperature", "-1"},
                                   {"--temperature", "nan"},
                                   {"--temperature", "hot"},
                                   {"--top-k", "-3"},
                                   {"--top-p", "0"},
                                   {"--top-p", "1.5"},
                                   {"--top-p", "nan"},
                                   {"--min-p", "-0.1"},
                                   {"--min-p", "2"},
                                   {"--repetition-penalty", "0"},
                                   {"--repetition-penalty", "x"},
                                   {"--seed", "-1"},
                                   {"--lang", "xx"},
                                   {"--unheard-of"},
                                   {"prompts", "prompts"}}) {
        Strings arguments{"--model", folder.path()};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const StoryRun run = run_story(arguments);
        CAPTURE(options, run.out, run.err);
        CHECK(run.exit == 2);
        CHECK(run.out.empty());
        std::string by_sampler = options[0].substr(2);  // what is a number, but not one that it takes
        std::replace(by_sampler.begin(), by_sampler.end(), '-', '_');
        CHECK((run.err.find(options[0]) != run.err.npos || run.err.find(by_sampler) != run.err.npos));
    }
}

TEST_CASE("bytes that are not UTF-8 in a prompt are tokens like any other") {
    const Folder folder;
    model_files::small_qwen2().write(folder.path());
    const StoryRun run = run_story({"--model", folder.path(), "--tokens", "2", "--json", "\xff\xc3 a\x80"});
    CAPTURE(run.err);
    REQUIRE(run.exit == 0);
    CHECK(ordered_json::parse(run.out)["prompt_tokens"] == ordered_json{0xff, 0xc3, 32, 97, 0x80});
}
