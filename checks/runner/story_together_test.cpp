// ./learn story --together: many stories through the engine.

#include <cstdlib>

#include "grader/catch.hpp"
#include "scratch.hpp"
#include "terminal/text.hpp"
#include "terminal_session.hpp"

namespace {

const std::string three = "story --together 3 --tokens 12 --seed 5 ";

}  // namespace

TEST_CASE("several stories are told at once, each as it is told alone") {
    const Scratch scratch;
    const Outcome outcome = learn_run(three + "--json 'The cat'");
    CHECK(outcome.code == 0);
    const auto json = outcome.json();
    CHECK(json["prompt"] == "The cat");
    CHECK(json["stop"] == "ended");
    REQUIRE(json["stories"].size() == 3);
    for (int i = 0; i < 3; ++i) {
        const std::string seed = std::to_string(5 + i);
        CHECK(json["stories"][i]["seed"] == 5 + i);
        CHECK(json["stories"][i]["stop"] == "length");
        const auto alone = learn_run("story --tokens 12 --json 'The cat' --seed " + seed).json();
        CHECK(json["stories"][i]["tokens"] == alone["tokens"]);
        CHECK(json["stories"][i]["text"] == alone["text"]);
    }
    CHECK(json["steps"] == 12);
    for (const auto& line : json["timeline"]) CHECK(line == "r###########");
    CHECK(json["tokens_per_second"] > 0);
    CHECK(json["tokens_per_second_alone"] > 0);
    CHECK(json["itl"]["p99"] >= json["itl"]["median"]);
    CHECK(json["ttft"]["mean"] > 0);
    CHECK(json["parts"]["schedule"] == "given");
    CHECK(json["parts"]["batched_attention"] == "given");
    CHECK_FALSE(json["parts"].contains("generate"));
    CHECK_FALSE(json["parts"].contains("kv_cache"));
}

TEST_CASE("where nobody watches, each story is printed when it has ended, then the timeline and how fast") {
    const Scratch scratch;
    const Outcome text = learn_run(three);
    CHECK(text.code == 0);
    for (const char* part :
         {"  story 1, seed 5\nOnce upon a time", "  story 2, seed 6\nOnce", "  story 3, seed 7\nOnce"})
        CHECK(contains(text.out, part));
    CHECK(contains(text.err, "   3  r###########\n      each character is a step: r reads, # writes"));
    CHECK(contains(text.err, "  36 tokens in 12 steps, "));
    CHECK(contains(text.err, "a story alone: "));
    CHECK(contains(text.err, "  first token after "));
    CHECK(contains(text.err, "given: silu"));
    const Outcome chinese = learn_run("--lang zh " + three);
    CHECK(contains(chinese.out, "  故事 1，种子 5\n从前"));
    CHECK(contains(chinese.err, "36 个 token，共 12 步，每秒 "));
    CHECK(contains(chinese.err, "单独讲一个故事："));
}

TEST_CASE("with too few pages stories are sent back and wait, and become the same") {
    const Scratch scratch;
    const std::string long_ones = "story --together 3 --tokens 60 --seed 5 --json ";
    const auto roomy = learn_run(long_ones).json(), narrow = learn_run(long_ones + "--pages 6").json();
    CHECK(roomy["stories"] == narrow["stories"]);
    CHECK(narrow["steps"] > roomy["steps"]);
    const std::string last = narrow["timeline"][2];
    CHECK(contains(last, "<."));
    CHECK(last.ends_with("#"));
}

TEST_CASE("with a small budget the beginnings are read in pieces, and the stories become the same") {
    const Scratch scratch;
    const auto whole = learn_run(three + "--json").json(), pieces = learn_run(three + "--json --budget 3").json();
    CHECK(whole["stories"] == pieces["stories"]);
    CHECK(whole["timeline"] == nlohmann::json({"r###########", "r###########", "r###########"}));
    CHECK(pieces["timeline"] == nlohmann::json({"rr###########", ".rr###########", "...rrrr###########"}));
}

TEST_CASE("a mistake is told beside the right ones, and what it changes") {
    const Scratch scratch;
    const Outcome differs = learn_run(three + "--mistake silu/relu");
    CHECK(differs.code == 0);
    CHECK(contains(differs.out, "with the mistake silu/relu"));
    CHECK((contains(differs.out, "agree for") || contains(differs.out, "differ from the very first token")));
    const auto json = learn_run(three + "--json --mistake silu/relu").json();
    CHECK(json["mistake"]["tokens"].size() == 36);
    CHECK(json["mistake"]["agreeing_tokens"] < 36);
}

TEST_CASE("what cannot be told together is refused in one line") {
    const Scratch scratch;
    for (const char* wrong :
         {"--together 1", "--together 17", "--together x", "--together", "--together 2 --guess",
          "--together 2 --no-cache", "--together 2 --mistake nope/relu", "--pages 20", "--together 2 --pages 0",
          "--together 2 --pages 1", "--budget 20", "--together 2 --budget 0", "--together 2 ''"}) {
        INFO(wrong);
        const Outcome outcome = learn_run(std::string("story ") + wrong);
        CHECK(outcome.code == 2);
        CHECK(outcome.out.empty());
        CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
    }
    CHECK(contains(learn_run("story --pages 20").err, "--pages is only for --together"));
    CHECK(contains(learn_run("story --together 2 --tokens 40 --pages 1").err, "--pages 1: a story alone may need 3"));
}

TEST_CASE("at a terminal the stories are drawn side by side, in place") {
    const Scratch scratch;
    TerminalSession session("story --together 4 --tokens 40 --seed 5");
    CHECK(session.waits_for("160 tokens in 40 steps"));
    CHECK(session.ends() == 0);
    CHECK(session.echoes());
    CHECK(contains(session.seen, "\r1  Once upon a time"));
    CHECK(contains(session.seen, "4  Once upon a time"));
    CHECK(contains(session.seen, "\x1b[22A"));  // back to the first line
    CHECK_FALSE(contains(session.seen, "piece"));
    // Then each of them whole.
    std::string seen = session.seen.substr(session.seen.rfind("\x1b[J"));
    std::erase(seen, '\r');
    for (const auto& story : learn_run("story --together 4 --tokens 40 --seed 5 --json").json()["stories"]) {
        std::string whole = "seed " + story["seed"].dump() + "\n";
        for (const std::string& line : learn::wrap("Once upon a time" + story["text"].get<std::string>(), 80))
            whole += line + "\n";
        CHECK(contains(seen, whole));
    }
    for (const std::string& line : learn::lines(learn::without_escapes(session.seen)))
        CHECK(learn::width(line.substr(line.rfind('\r') + 1)) <= 80);
}

TEST_CASE("Ctrl-C at a terminal ends all the stories that are told together") {
    Scratch scratch;
    // Without the wait a quick machine has told both stories, or moved their beginnings out of sight, by the second
    // picture.
    scratch.put("silu", two_faced_silu());
    REQUIRE(learn_run("check silu").code == 0);
    TerminalSession stopped("story --together 2 --tokens 250 --temperature 1.5 --seed 5", "TINY_LLM_TEST_MOOD=slow");
    CHECK(stopped.waits_for("2  Once"));
    stopped.type("\x03");
    CHECK(stopped.waits_for("stopped by Ctrl-C"));
    CHECK(stopped.ends() == 130);
    CHECK(stopped.echoes());
}

TEST_CASE("a part that throws while stories are told together is named") {
    Scratch scratch;
    scratch.put("silu", two_faced_silu());
    REQUIRE(learn_run("check silu").code == 0);
    const Outcome text = learn_run(three, "export TINY_LLM_TEST_MOOD=throw;");
    CHECK(text.code == 1);
    CHECK(contains(text.err, "silu: no mood for this; it happened in your silu"));
    CHECK(learn_run(three).code == 0);
}
