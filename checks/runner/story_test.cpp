#include <cstdio>

#include "grader/catch.hpp"
#include "scratch.hpp"
#include "terminal/text.hpp"
#include "terminal_session.hpp"

namespace {

/// The same story each time, and a short one.
const std::string short_story = "story --tokens 12 --seed 5 ";

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
    return n;
}

std::string printed(const std::string& command) {
    FILE* pipe = ::popen(command.c_str(), "r");
    if (!pipe) return "";
    std::string text;
    char block[4096];
    for (std::size_t n; (n = ::fread(block, 1, sizeof block, pipe)) > 0;) text.append(block, n);
    ::pclose(pipe);
    return text;
}

}  // namespace

TEST_CASE("a story is told with the given parts, and the same again with the same seed") {
    const Scratch scratch;
    const Outcome text = learn_run(short_story + "'The cat'");
    CHECK(text.code == 0);
    CHECK(text.out.starts_with("The cat"));
    CHECK(contains(text.err, "12 tokens"));
    CHECK(contains(text.err, "given: silu linear"));
    const Outcome outcome = learn_run(short_story + "--json 'The cat'");
    CHECK(outcome.code == 0);
    CHECK(outcome.err.empty());
    CHECK(count(outcome.out, "\n") == 1);
    const auto json = outcome.json();
    CHECK(json["prompt"] == "The cat");
    CHECK(text.out == "The cat" + json["text"].get<std::string>() + "\n\n");
    CHECK(json["tokens"].size() == 12);
    CHECK(json["parts"]["silu"] == "given");
    CHECK_FALSE(json.contains("mistake"));
    CHECK(learn_run("--lang zh story --tokens 3").out.starts_with("从前"));
    CHECK(learn_run("story --lang=zh list --tokens 3").out.starts_with("list"));  // a prompt, and no command
}

TEST_CASE("at a terminal a story is wrapped at words, and its text is otherwise the same") {
    const Scratch scratch;
    for (const std::string prompt : {"'Once upon a time'", "'从前有一只小猫'"}) {
        const std::string told = learn_run("story --tokens 90 --seed 5 --json " + prompt).json()["text"];
        TerminalSession session("story --tokens 90 --seed 5 " + prompt);
        CHECK(session.waits_for("90 tokens"));
        std::string seen;
        for (const std::string& line : learn::lines(session.seen.substr(session.seen.rfind("\x1b[K") + 3))) {
            if (line.starts_with("  90 tokens")) break;
            CHECK(learn::width(line) <= 80);
            seen += line;
        }
        const std::string expected = prompt.substr(1, prompt.size() - 2) + told;
        const auto bare = [](std::string text) {
            std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
            return text;
        };
        CHECK(bare(seen) == bare(expected));
    }
}

TEST_CASE("guesses that were accepted are coloured at a terminal, unless nobody wants colours") {
    const Scratch scratch;
    const std::string guessing =
        "story --guess --temperature 0 --tokens 20 'They pulled together, but it did not move. They pulled'";
    TerminalSession coloured(guessing);
    CHECK(coloured.waits_for("for each pass"));
    CHECK(contains(coloured.seen, "\x1b[32m"));
    CHECK(coloured.ends() == 0);
    TerminalSession plain(guessing, "NO_COLOR=1");
    CHECK(plain.waits_for("for each pass"));
    CHECK(plain.ends() == 0);
    CHECK_FALSE(contains(plain.seen, "\x1b[3"));
    CHECK_FALSE(contains(learn_run(guessing).out, "\x1b"));
}

TEST_CASE("what a story cannot be told with is refused in one line") {
    const Scratch scratch;
    for (const char* wrong : {"--tokens 0",
                              "--tokens 2.5",
                              "--tokens 999999",
                              "--temperature -1",
                              "--temperature hot",
                              "--top-k -1",
                              "--top-p 0",
                              "--top-p 1.5",
                              "--min-p 2",
                              "--repetition-penalty 0",
                              "--weights q5_1",
                              "--cache q4_0",
                              "--cache q8_0 --no-cache",
                              "--cache q8_0 --together 2",
                              "--seed -2",
                              "--seed x",
                              "--model /nowhere",
                              "''",
                              "one two",
                              "--nope",
                              "--mistake silu/nope-nope-nope-nope",
                              "--mistake silu/rely",
                              "--mistake gelu/relu",
                              "--mistake ''"}) {
        INFO(wrong);
        const Outcome text = learn_run(std::string("story ") + wrong);
        CHECK(text.code == 2);
        CHECK(text.out.empty());
        // A list of sixty names takes several.
        CHECK((count(text.err, "\n") == 1 || contains(text.err, " these:\n")));
        const Outcome json = learn_run(std::string("story --json ") + wrong);
        CHECK(json.code == 2);
        CHECK(json.json()["error"].is_string());
    }
    CHECK(contains(learn_run("story --mistake silu/rely").err, "did you mean silu/relu?"));
    CHECK(contains(learn_run("story --mistake qwen2_mlpp/x").err, "its parts are: silu, linear, qwen2_mlp"));
}

TEST_CASE("a conversation that cannot be held is refused in one line") {
    const Scratch scratch;
    for (const char* wrong : {"", "--model /nowhere", "--top-p 1.5", "--system", "hello", "--mistake silu/relu"}) {
        INFO(wrong);
        const Outcome outcome = learn_run(std::string("chat ") + wrong);
        CHECK(outcome.code == 2);
        CHECK(outcome.out.empty());
        CHECK(count(outcome.err, "\n") == 1);
    }
    CHECK(contains(learn_run("chat").err, "--model is missing"));
    const std::string shipped = "chat --model '" TINY_LLM_SOURCE_DIR "/model/weights'";
    CHECK(contains(learn_run(shipped).err, "it has no chat template"));
    CHECK(contains(learn_run(shipped + " --lang zh").err, "没有对话模板"));
}

TEST_CASE("a server with the learner's parts answers until Ctrl-C, which ends it well", "[slow]") {
    Scratch scratch;
    scratch.solve("silu");
    CHECK(learn_run("check silu").code == 0);
    TerminalSession session("serve --port 0");
    CHECK(session.waits_for("yours: silu\r\n"));
    REQUIRE(session.waits_for("http://127.0.0.1:"));
    const std::size_t at = session.waited_to;
    REQUIRE(session.waits_for("Ctrl-C ends it."));
    const std::string port = std::to_string(std::stoi(session.seen.substr(at)));
    const std::string got = printed("bash -c 'exec 3<>/dev/tcp/127.0.0.1/" + port +
                                    "; printf \"GET /health HTTP/1.0\\r\\n\\r\\n\" >&3; cat <&3'");
    CHECK(contains(got, " 200 OK\r\n"));
    CHECK(contains(got, R"({"status":"ok"})"));
    session.type("\x03");
    CHECK(session.ends() == 0);
    CHECK(session.echoes());
}

TEST_CASE("what cannot be served is refused in one line", "[slow]") {
    const Scratch scratch;
    for (const char* wrong : {"--port 70000", "--port x", "--pages 0", "--weights q5_1", "--model /nowhere",
                              "--host 0.0.0.0", "--tokens 9", "--cache q8_0", "hello"}) {
        INFO(wrong);
        const Outcome outcome = learn_run(std::string("serve ") + wrong);
        CHECK(outcome.code == 2);
        CHECK(outcome.out.empty());
        CHECK(count(outcome.err, "\n") == 1);
    }
    CHECK(contains(learn_run("serve --host 0.0.0.0").err, "--token"));
}

TEST_CASE("a mistake is told beside the right one, and where they part") {
    const Scratch scratch;
    const Outcome text = learn_run(short_story + "--mistake silu/relu");
    CHECK(text.code == 0);
    CHECK(contains(text.out, "without the mistake\n\nOnce upon"));
    CHECK(contains(text.out, "with the mistake silu/relu\n\n| "));
    CHECK(count(text.out, "Once upon") == 2);
    CHECK(contains(text.err, "mistaken: silu/relu"));
    const auto json = learn_run("story --tokens 12 --json --mistake silu/relu").json();  // both draw with one seed
    const auto mistake = json["mistake"];
    CHECK(mistake["id"] == "silu/relu");
    CHECK(mistake["error"].is_null());
    CHECK(mistake["story"].is_string());
    std::size_t same = 0;
    while (same < mistake["tokens"].size() && json["tokens"][same] == mistake["tokens"][same]) ++same;
    CHECK(mistake["agreeing_tokens"] == same);
    const std::string last = learn::lines(text.out).back();
    CHECK((contains(last, "agree for") || contains(last, "differ from the very first token")));
}

TEST_CASE("a mistake that shows nothing and a mistake that throws are both said") {
    const Scratch scratch;
    CHECK(contains(learn_run(short_story + "--mistake silu/two-axes-looped").out, "the same to the end"));
    const Outcome thrown = learn_run(short_story + "--mistake linear/bias-required");
    CHECK(thrown.code == 0);
    CHECK(contains(thrown.out, "did not reach its end: "));
    CHECK(learn::lines(thrown.out).back() == "Up to there, the two agree for 0 tokens.");
    const Outcome json = learn_run(short_story + "--json --mistake linear/bias-required");
    CHECK(json.code == 0);
    CHECK(json.json()["mistake"]["error"].is_string());
    CHECK(json.json()["mistake"]["tokens"].empty());
    CHECK(json.json()["tokens"].size() == 12);
}

TEST_CASE("at a terminal the key t tells the story and watching goes on") {
    const Scratch scratch;
    TerminalSession session("");
    CHECK(session.waits_for("s[t]ory"));
    session.type("t");
    CHECK(session.waits_for("Once upon"));
    CHECK(session.waits_for("given: silu"));
    CHECK(session.waits_for("watching silu.cpp"));
    session.type("c");
    CHECK(session.waits_for("UNSOLVED"));
    session.type("q");
    CHECK(session.ends() == 0);
    CHECK(session.echoes());
}
