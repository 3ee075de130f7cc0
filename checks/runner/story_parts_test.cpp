#include <signal.h>
#include <unistd.h>
#include <regex>

#include <cstdlib>
#include <regex>

#include "grader/catch.hpp"
#include "scratch.hpp"
#include "terminal_session.hpp"

namespace {

const std::string eight_tokens = "story --tokens 8 --seed 5 ";

std::string in_mood(const std::string& mood) { return "export TINY_LLM_TEST_MOOD=" + mood + ";"; }

nlohmann::json whose() { return learn_run(eight_tokens + "--json").json()["parts"]; }

}  // namespace

TEST_CASE("a part is yours from its pass until its file changes") {
    Scratch scratch;
    scratch.solve("silu");
    CHECK(whose()["silu"] == "given");  // not checked yet
    CHECK(learn_run("check silu").code == 0);
    CHECK(whose()["silu"] == "yours");
    CHECK(whose()["linear"] == "given");
    CHECK_FALSE(contains(learn_run("list").out, "PASSED BEFORE"));
    const std::string passed = learn::read_file(scratch.file("silu")).value();
    scratch.put("silu", passed + "// one more line\n");
    CHECK(contains(learn_run("list").out, "PASSED BEFORE"));
    CHECK(learn_run("list --json").json()[0]["changed"] == true);
    const Outcome changed = learn_run(eight_tokens);
    CHECK(contains(changed.err, "silu has changed since it passed"));
    CHECK(contains(changed.err, "given: silu linear"));
    scratch.put("silu", learn::read_file(scratch.root() / "tests/week1/01-silu/silu/stub.cpp").value());
    CHECK(whose()["silu"] == "given");
    learn::fs::remove(scratch.file("silu"));
    CHECK(whose()["silu"] == "given");
    scratch.put("silu", passed);
    CHECK(whose()["silu"] == "yours");
    CHECK(learn_run("reset silu --yes").code == 0);
    CHECK(whose()["silu"] == "given");
}

TEST_CASE("the story is offered after the first pass of qwen2_mlp") {
    Scratch scratch;
    for (const char* id : {"silu", "linear", "qwen2_mlp"}) scratch.solve(id);
    CHECK_FALSE(contains(learn_run("check silu").out, "./learn story"));
    const Outcome first = learn_run("check qwen2_mlp");
    CHECK(contains(first.out, "Your Qwen2MLP is now in the model: ./learn story"));
    CHECK_FALSE(contains(learn_run("check qwen2_mlp").out, "./learn story"));
    const Outcome board = learn_run("board");
    CHECK(contains(board.out, "MLP✓]"));
    CHECK(contains(board.out, "2 of the model's "));
}

TEST_CASE("a part that ends the story is named") {
    Scratch scratch;
    scratch.put("silu", two_faced_silu());
    REQUIRE(learn_run("check silu").code == 0);
    for (const auto& [mood, line] :
         {std::pair("crash", "ended by a signal (Aborted); it happened in your silu"),
          std::pair("throw", "silu: no mood for this; it happened in your silu"),
          std::pair("exit", "ended with code 0 before the story did; your parts in it: silu")}) {
        INFO(mood);
        const Outcome text = learn_run(eight_tokens, in_mood(mood));
        CHECK(text.code == 1);
        CHECK(contains(text.err, line));
        const Outcome json = learn_run(eight_tokens + "--json", in_mood(mood));
        CHECK(json.code == 1);
        CHECK(contains(json.json()["error"].get<std::string>(), line));
    }
    const Outcome chatty = learn_run(eight_tokens + "--json", in_mood("print"));
    CHECK(chatty.json()["parts"]["silu"] == "yours");  // what it prints is not in the value
}

TEST_CASE("a part that returns another shape is named, not the one that trips over it") {
    Scratch scratch;
    scratch.solve("linear");
    std::string source = learn::read_file(scratch.file("linear")).value();
    const std::string begin = "const std::optional<Tensor>& bias) {\n";
    source.insert(source.find(begin) + begin.size(),
                  "if (std::getenv(\"TINY_LLM_TEST_MOOD\")) return xt::zeros<float>({1, 3});\n");
    scratch.put("linear", "#include <cstdlib>\n" + source);
    REQUIRE(learn_run("check linear").code == 0);
    const Outcome outcome = learn_run(eight_tokens + "hi", in_mood("other"));
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "linear returned (1, 3), expected ("));
    CHECK(contains(outcome.err, "; it happened in your linear\n"));
    CHECK_FALSE(contains(outcome.err, "part: "));  // what the program tells the runner
}

TEST_CASE("Ctrl-C ends a story in mid-sentence with its last lines, and a part that hangs") {
    Scratch scratch;
    scratch.put("silu", two_faced_silu());
    REQUIRE(learn_run("check silu").code == 0);
    ::setenv("TINY_LLM_TEST_MOOD", "slow", 1);
    TerminalSession slow("story --tokens 200");
    CHECK(slow.waits_for("Once upon a time"));
    slow.type("\x03");
    CHECK(slow.waits_for("stopped by Ctrl-C", 5));
    CHECK(slow.waits_for("yours: silu"));
    CHECK(slow.ends() == 130);
    CHECK(slow.echoes());
    ::setenv("TINY_LLM_TEST_MOOD", "hang", 1);
    TerminalSession hanging("story");
    CHECK(hanging.waits_for("Once upon a time"));
    hanging.type("\x03");
    ::usleep(300000);
    hanging.type("\x03");
    CHECK(hanging.waits_for("did not react to Ctrl-C", 4));
    CHECK(hanging.ends() == 130);
    const std::string said = std::regex_replace(hanging.seen, std::regex("\\s+"), " ");  // it takes two lines
    CHECK(contains(said, "it happened in your silu"));
    ::unsetenv("TINY_LLM_TEST_MOOD");
    CHECK(std::system("pgrep -f 'scratch).*[b]in/story' >/dev/null") != 0);
}

TEST_CASE("a part that does not build as a library is said and the given one is used") {
    Scratch scratch;
    scratch.put("silu", "#ifdef silu_yours_fast_EXPORTS\n#error no library\n#endif\n" + two_faced_silu());
    REQUIRE(learn_run("check silu").code == 0);
    const Outcome outcome = learn_run(eight_tokens);
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.err, "silu does not build as a part of the model"));
    CHECK(contains(outcome.err, "logs/part_silu.log"));
    CHECK(contains(outcome.err, "given: silu"));
}
