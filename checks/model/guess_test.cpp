// Stories with guesses: the same text as without, in fewer passes of the model.

#include "grader/catch.hpp"
#include "support/run_story.hpp"
#include "support/small_qwen2.hpp"

using nlohmann::ordered_json;

namespace {

bool mentions(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

ordered_json told(std::vector<std::string> arguments, const std::vector<std::string>& more = {}) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.emplace_back("--json");
    const StoryRun run = run_story(arguments);
    INFO(run.err);
    REQUIRE(run.exit == 0);
    return ordered_json::parse(run.out);
}

/// The same with guesses.
ordered_json guessed(const std::vector<std::string>& arguments) {
    const ordered_json without = told(arguments), with = told(arguments, {"--guess"});
    CHECK(with["tokens"] == without["tokens"]);
    CHECK(with["text"] == without["text"]);
    CHECK(with["stop"] == without["stop"]);
    CHECK_FALSE(without.contains("passes"));
    // Each pass gives a token of the model's own, and the guesses that it accepts.
    const auto passes = with["passes"].get<std::size_t>(), accepted = with["guessed"].get<std::size_t>();
    CHECK(passes + accepted == with["tokens"].size());
    return with;
}

const std::string retold =
    "Once upon a time, there was a little girl named Lily. Lily loved to dance. One day, Lily got a drum. "
    "She played in the morning and at night. Tom said to his mother: \"Once upon a time, there was a little girl";

}  // namespace

TEST_CASE("a story with guesses has the words of the plain one") {
    for (const char* prompt : {"Once upon a time", "从前", "The cat"}) guessed({"--temperature", "0", prompt});
    guessed({"--temperature", "0", "--tokens", "1"});
    guessed({"--temperature", "0", "--tokens", "2"});
    guessed({"--temperature", "0", "--tokens", "30", "--no-cache"});
    guessed({"--temperature", "0", "--repetition-penalty", "1.3"});
    guessed({"--temperature", "0", "--weights", "q8_0", "--tokens", "40"});
}

TEST_CASE("a text that repeats itself takes fewer passes") {
    const std::string story = told({"--temperature", "0", "Once upon a time"})["text"];
    const std::string twice =
        "Once upon a time" + story + " Tom said to his mother: \"Once upon a time, there was a little girl";
    const ordered_json with = guessed({"--temperature", "0", twice});
    CHECK(with["tokens"].size() >= 1.8 * with["passes"].get<double>());
}

TEST_CASE("drawn tokens are guessed, too: with one to draw from, they are the likeliest") {
    const ordered_json likeliest = told({"--temperature", "0", "--tokens", "60"});
    const ordered_json drawn = told({"--temperature", "0.7", "--top-k", "1", "--tokens", "60", "--guess"});
    CHECK(drawn["tokens"] == likeliest["tokens"]);
    CHECK(drawn["parts"].contains("accept_sampled"));
    CHECK_FALSE(drawn["parts"].contains("sample"));
    // The same seed draws the same.
    const std::vector<std::string> seeded{"--temperature", "1", "--seed", "3", "--tokens", "60", "--guess"};
    CHECK(told(seeded)["tokens"] == told(seeded)["tokens"]);
}

TEST_CASE("the parts that guess run where they are asked for, in the place of those that do not") {
    const ordered_json parts = told({"--temperature", "0", "--tokens", "3", "--guess"})["parts"];
    for (const char* part : {"ngram_draft", "accept_greedy", "speculative_generate"}) CHECK(parts.contains(part));
    for (const char* part : {"accept_sampled", "generate", "greedy"}) CHECK_FALSE(parts.contains(part));
    const ordered_json plain = told({"--temperature", "0", "--tokens", "3"})["parts"];
    for (const char* part : {"ngram_draft", "accept_greedy", "accept_sampled", "speculative_generate"})
        CHECK_FALSE(plain.contains(part));
}

TEST_CASE("a random model of another size goes round in circles, and its guesses with it") {
    const model_files::Folder folder;
    model_files::small_qwen2().write(folder.path());
    const ordered_json with = guessed({"--model", folder.path(), "--temperature", "0", "--tokens", "50", "abcabcab"});
    CHECK(with["tokens"].size() == 50);
}

TEST_CASE("guesses that were accepted are coloured, and nothing else changes") {
    const std::vector<std::string> arguments{"--temperature", "0", "--tokens", "30", "--guess", retold};
    std::vector<std::string> coloured = arguments;
    coloured.emplace_back("--coloured");
    const StoryRun plain = run_story(arguments), shown = run_story(coloured);
    CHECK_FALSE(mentions(plain.out, "\x1b"));
    CHECK(mentions(shown.out, "\x1b[32m"));
    std::string bare = shown.out;
    for (const std::string code : {"\x1b[32m", "\x1b[0m"}) {
        for (std::size_t at; (at = bare.find(code)) != bare.npos;) bare.erase(at, code.size());
    }
    CHECK(bare == plain.out);
    CHECK(mentions(plain.err, " for each pass\n"));
    std::vector<std::string> chinese = arguments;
    chinese.insert(chinese.end(), {"--lang", "zh"});
    CHECK(mentions(run_story(chinese).err, "，每遍 "));
}

TEST_CASE("a part that throws while it guesses is named") {
    for (const std::string part : {"ngram_draft", "accept_greedy", "accept_sampled", "speculative_generate"}) {
        const std::vector<std::string> arguments{
            "--part", part + "=" TINY_LLM_NO_MOOD + part + ".so", "--yours", part, "--tokens", "9"};
        std::vector<std::string> with = arguments;
        with.emplace_back("--guess");
        const StoryRun run = run_story(with);
        CHECK(run.exit == 1);
        CHECK(mentions(run.err, "story: no mood to guess\n"));
        CHECK(mentions(run.err, "part: " + part + "\n"));
        CHECK(run_story(arguments).exit == 0);
    }
}
