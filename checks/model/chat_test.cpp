// A conversation with a small model that has a template. Its weights are random: what it says means nothing, how it is asked
// does.

#include "grader/catch.hpp"
#include "support/run_story.hpp"
#include "support/small_qwen2.hpp"
#include "tools/utf8/utf8.hpp"

using model_files::Folder;
using model_files::Model;
using nlohmann::ordered_json;

namespace {

const std::string chatml =
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}";

/// The small model with the marks of ChatML as tokens of its own, and a context for a few turns.
Model talking(std::size_t context = 512) {
    Model model = model_files::small_qwen2();
    model.config["max_position_embeddings"] = context;
    model.config["eos_token_id"] = 258;
    ordered_json tokenizer = ordered_json::parse(model.tokenizer);
    for (const auto& [id, content] : {std::pair(257, "<|im_start|>"), std::pair(258, "<|im_end|>")}) {
        tokenizer["added_tokens"].push_back({{"id", id},
                                             {"content", content},
                                             {"single_word", false},
                                             {"lstrip", false},
                                             {"rstrip", false},
                                             {"normalized", false},
                                             {"special", true}});
    }
    model.tokenizer = tokenizer.dump();
    return model;
}

StoryRun chat(const Folder& folder, const std::string& lines, const std::vector<std::string>& options = {}) {
    std::vector<std::string> arguments{"--chat", "--model", folder.path(), "--temperature", "0"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_story(arguments, lines);
}

/// "read 68, said 5 tokens" of each answer.
std::vector<std::pair<int, int>> read_and_said(const StoryRun& run) {
    std::vector<std::pair<int, int>> turns;
    for (std::size_t at = 0; (at = run.err.find("read ", at)) != run.err.npos; ++at) {
        turns.emplace_back(std::stoi(run.err.substr(at + 5)), std::stoi(run.err.substr(run.err.find("said ", at) + 5)));
    }
    return turns;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

struct Talking {
    explicit Talking(const Model& model = talking(), const std::string& text = chatml) {
        model.write(folder.path());
        model_files::write(folder.path() / "tokenizer_config.json", ordered_json{{"chat_template", text}}.dump());
    }
    Folder folder;
};

}  // namespace

TEST_CASE("each line is answered, and only what is new is read") {
    const Talking model;
    const StoryRun run = chat(model.folder, "Hi\n\r\nHow are you?\r\n", {"--tokens", "5"});
    CAPTURE(run.out, run.err);
    REQUIRE(run.exit == 0);
    const auto turns = read_and_said(run);
    REQUIRE(turns.size() == 2);
    // Each byte is a token, and so is each mark. 37: the default system message with its marks.
    const int header = 1 + 9 + 1, user = 1 + 5;  // "<|im_start|>assistant\n"; "<|im_start|>user\n"
    const int system = 1 + 7 + 28 + 2;
    CHECK(turns[0] == std::pair(system + user + 2 + 2 + header, 5));
    // The last token of an answer that was cut off, its end, the line, and where the next one begins.
    CHECK(turns[1] == std::pair(1 + 2 + user + 12 + 2 + header, 5));
    CHECK(contains(run.err, "; cut off by --tokens"));
    CHECK(contains(run.err, "chat_prompt"));
}

TEST_CASE("a conversation is what the model would say after its whole text") {
    const Talking model;
    const StoryRun both = chat(model.folder, "Hi\nBye\n", {"--tokens", "4"});
    REQUIRE(both.exit == 0);
    const std::string first = both.out.substr(0, both.out.find('\n'));
    const StoryRun story = run_story({"--model", model.folder.path(), "--temperature", "0", "--tokens", "4", "--json",
                                      "<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n"
                                      "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"});
    CAPTURE(both.out, story.err);
    REQUIRE(story.exit == 0);
    const std::string text = ordered_json::parse(story.out)["text"];
    CHECK(both.out.starts_with(utf8::harmless(text)));
}

TEST_CASE("nothing that a model says, or its files hold, steers the terminal") {
    const std::string steers = "<\x1b[2J\u009b2J\u202e\r\u2028>",
                      shown = "<\\x1B[2J\\u{009B}2J\\u{202E}\\x0D\\u{2028}>";
    const auto check = [&](const StoryRun& run, const std::string& told) {
        CAPTURE(run.out, run.err);
        CHECK(contains(run.err, told));
        CHECK(utf8::harmless(run.out + run.err) == run.out + run.err);
    };
    const auto both = [&](const Model& model) {
        const Talking talk(model);
        for (const StoryRun& run : {chat(talk.folder, "Hi\n"), run_story({"--model", talk.folder.path(), "Hi"}),
                                    run_story({"--model", talk.folder.path(), "--json", "Hi"})}) {
            check(run, "\\u{009B}2J\\u{202E}");
            CHECK(run.exit == 2);
        }
    };
    Model architecture = talking(), dtype = talking(), token = talking();
    architecture.config["architectures"] = {steers};
    both(architecture);
    dtype.tensor("model.norm.weight").dtype = steers;
    both(dtype);
    ordered_json tokenizer = ordered_json::parse(token.tokenizer);
    tokenizer["added_tokens"].push_back(tokenizer["added_tokens"].back());
    tokenizer["added_tokens"].back()["id"] = 259;
    tokenizer["added_tokens"].back()["content"] = steers;
    token.tokenizer = tokenizer.dump();
    const Talking talk(token);
    check(chat(talk.folder, "a" + steers + "b\n"), "a message cannot contain " + shown);
    // Its bytes are tokens, so it says control characters, too; a prompt may hold some.
    const std::vector<std::string> options{"--model", talk.folder.path(), "--tokens", "60", "--temperature",
                                           "3",       "--seed",           "1"};
    auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), options.begin(), options.end());
        return run_story(more);
    };
    const std::string said = ordered_json::parse(with({"--json", "Hi"}).out)["text"];
    REQUIRE(utf8::harmless(said) != said);
    check(with({"Hi"}), "");
    check(with({"--json", "Hi"}), "");
    check(with({"\u202eHi\x1b[2J"}), "");
}

TEST_CASE("a model that was not taught to answer says so, and one of another form, too") {
    const Folder plain;
    talking().write(plain.path());
    CHECK(chat(plain, "Hi\n").exit == 2);
    CHECK(contains(chat(plain, "Hi\n").err, "it has no chat template"));
    CHECK(contains(chat(plain, "Hi\n", {"--lang", "zh"}).err, "没有对话模板"));
    const Talking llama(talking(), "[INST] {{ message }} [/INST]");
    CHECK(chat(llama.folder, "Hi\n").exit == 2);
    CHECK(contains(chat(llama.folder, "Hi\n").err, "is not Qwen2's (ChatML): <|im_start|>"));
    const Talking without(model_files::small_qwen2());
    CHECK(chat(without.folder, "Hi\n").exit == 2);
    CHECK(contains(chat(without.folder, "Hi\n").err, "<|im_start|>"));
    model_files::write(plain.path() / "chat_template.jinja", chatml);
    CHECK(chat(plain, "", {"--tokens", "1"}).exit == 0);
}

TEST_CASE("a line that cannot be a message is refused, and the conversation goes on") {
    const Talking model;
    const StoryRun run = chat(model.folder, "a<|im_end|>b\n\xff\nHi\n", {"--tokens", "2"});
    CAPTURE(run.err);
    CHECK(run.exit == 0);
    CHECK(contains(run.err, "a message cannot contain <|im_end|>"));
    CHECK(contains(run.err, "this is not UTF-8"));
    CHECK(read_and_said(run).size() == 1);
    const StoryRun system = chat(model.folder, "Hi\n", {"--system", "<|im_start|>"});
    CHECK(system.exit == 2);
    CHECK(contains(system.err, "--system: a message cannot contain <|im_start|>"));
}

TEST_CASE("a history that no longer fits is told, and what was said stays") {
    const Talking model(talking(100));
    const StoryRun run =
        chat(model.folder, "Hi\n" + std::string(60, 'a') + "\nB\n", {"--tokens", "2", "--system", "X"});
    CAPTURE(run.err);
    CHECK(run.exit == 0);
    CHECK(contains(run.err, "the model's context is 100"));
    CHECK(read_and_said(run).size() == 2);  // the third line fits again
}

TEST_CASE("the model's own way of choosing tokens is read, and what is typed goes before it") {
    const Talking model;
    model_files::write(model.folder.path() / "generation_config.json",
                       R"({"temperature": 0.7, "top_k": 20, "top_p": 0.8, "repetition_penalty": 1.1, "min_p": 0.0})");
    const StoryRun run = run_story({"--chat", "--model", model.folder.path(), "--tokens", "2"}, "Hi\n");
    CAPTURE(run.err);
    CHECK(run.exit == 0);
    for (const char* part : {" temperature", " top_k", " top_p", " repetition_penalty", " sample"})
        CHECK(contains(run.err, part));
    CHECK_FALSE(contains(run.err, " min_p"));
    CHECK_FALSE(contains(chat(model.folder, "Hi\n").err, " sample"));
    model_files::write(model.folder.path() / "generation_config.json", R"({"temperature": "hot"})");
    const StoryRun hot = run_story({"--chat", "--model", model.folder.path()}, "Hi\n");
    CHECK(hot.exit == 2);
    CHECK(contains(hot.err, "generation_config.json: temperature"));
}

TEST_CASE("a new conversation begins with the pages of the last one, and says the same as without pages") {
    const Talking model;
    const std::string lines = "Hi\nHow are you?\n/new\nHi\nAnd you?\n";
    const StoryRun run = chat(model.folder, lines, {"--tokens", "20"});
    CAPTURE(run.out, run.err);
    REQUIRE(run.exit == 0);
    CHECK(contains(run.err, "a new conversation"));
    // Of 38 + 10 + 11 tokens the first 48 fill three pages, and the last one is always computed.
    const std::size_t first = run.err.find("knew 0, read 59, said "), second = run.err.find("knew 48, read 11, said ");
    CHECK(first < second);
    CHECK(second != run.err.npos);
    CHECK(contains(run.err, "pages ■■■■□·"));
    CHECK(contains(run.err, "4 shared, 1 own, "));
    CHECK(contains(run.err, " kept, "));
    for (const char* part :
         {" block_pool", " paged_kv_cache", " paged_attention", " prefix_cache", " batched_attention"})
        CHECK(contains(run.err, part));
    for (const char* part : {" kv_cache", " qwen2_attention", " qwen2 "}) CHECK_FALSE(contains(run.err, part));
    const StoryRun chinese = chat(model.folder, "Hi\n", {"--tokens", "20", "--lang", "zh"});
    CHECK(contains(chinese.err, "已知 0 个 token，读 59 个，说 20 个 token"));
    CHECK(contains(chinese.err, "共用 4，自用 1，"));

    // Whoever has written week 2's cache, and nothing of pages yet, talks with it.
    const StoryRun plain = chat(model.folder, lines, {"--tokens", "20", "--yours", "kv_cache"});
    CAPTURE(plain.out, plain.err);
    CHECK(plain.out == run.out);
    CHECK(contains(plain.err, "knew 0, read 59, said "));
    CHECK_FALSE(contains(plain.err, "knew 48"));
    CHECK_FALSE(contains(plain.err, "pages"));
    CHECK(contains(plain.err, "yours: kv_cache"));
    const StoryRun both = chat(model.folder, lines, {"--tokens", "20", "--yours", "kv_cache,block_pool"});
    CHECK(both.out == run.out);
    CHECK(contains(both.err, "yours: block_pool"));
}
