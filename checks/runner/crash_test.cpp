#include <cstdlib>

#include "grader/catch.hpp"
#include "scratch.hpp"

namespace {

nlohmann::json graded(const std::string& body) {
    Scratch scratch;
    scratch.put("silu", silu_with(body));
    const Outcome outcome = learn_run("check silu --json");
    CHECK(outcome.code == 1);
    CHECK(learn::fs::is_empty(scratch.root() / "build/learn/run"));
    return outcome.json();
}

void crashes(const std::string& body) {
    auto json = graded(body);
    CHECK(json["status"] == "crashed");
    CHECK(json["ended_in"] == "four values worked by hand in the chapter");
}

/// Does the same for ever, and tells in a file how many seconds of the processor it has had: on a busy machine the clock says
/// little.
std::string for_ever(const std::string& does, const learn::fs::path& told) {
    return "std::FILE* told = std::fopen(\"" + told.string() +
           "\", \"w\");\nfor (;;) {\nfor (volatile int i = 0; i < 100000; i = i + 1) {" + does +
           "}\nstd::rewind(told);\nstd::fprintf(told, \"%f\", double(std::clock()) / CLOCKS_PER_SEC);\n"
           "std::fflush(told);\n}";
}
double worked(const learn::fs::path& told) { return std::stod(learn::read_file(told).value()); }

}  // namespace

TEST_CASE("a segmentation fault is a crash") { crashes("*reinterpret_cast<volatile int*>(8) = 1;"); }
TEST_CASE("a stack overflow is a crash") {
    crashes(
        "struct Deep { static int go(volatile int n) { volatile char room[4096]; room[0] = char(n); return go(n + 1) + room[0]; } };\n"
        "std::printf(\"%d\", Deep::go(0));");
}
TEST_CASE("abort is a crash") { crashes("std::abort();"); }
TEST_CASE("a double free is a crash") { crashes("void* volatile p = std::malloc(4096); std::free(p); std::free(p);"); }
TEST_CASE("an exception that nobody expects is a failure, and told whole") {
    const std::string second = "and this is the half that says what to do about it";
    auto json =
        graded("throw std::runtime_error(\"a long first half of a message that fills its line to the end, \" \"" +
               second + "\");");
    CHECK(json["status"] == "failed");
    const std::string told = json["report"]["text"];
    CHECK(contains(told, "threw"));
    CHECK(contains(told, "to do about it"));
}
TEST_CASE("what a crash has kept from being asked is asked in a process of its own, and counts") {
    // Crashes where there is something in more axes than two; elsewhere it is a sigmoid.
    auto json =
        graded("if (x.dimension() > 2 && x.size() > 0) std::abort();\nreturn Tensor(1.0f / (1.0f + xt::exp(-x)));");
    CHECK(json["status"] == "crashed");
    std::size_t crashed = 0, failed = 0, others = 0;
    for (const auto& test : json["tests"]) {
        const std::string status = test["status"];
        ++(status == "crashed" ? crashed : status == "failed" ? failed : others);
        CHECK(status != "not_run");
    }
    CHECK(crashed >= 1);
    CHECK(failed >= 5);
    REQUIRE(json["diagnoses"].size() == 1);
    CHECK(json["diagnoses"][0]["id"] == "sigmoid");
}
TEST_CASE("a mistake that does not explain the crash is not named") {
    // Only matrices would be accepted, but the crash is at a matrix.
    auto json = graded(
        "if (x.dimension() == 2) std::abort();\nif (x.dimension() > 2) throw std::runtime_error(\"\");\n"
        "return Tensor(x / (1.0f + xt::exp(-x)));");
    CHECK(json["status"] == "crashed");
    CHECK(json["diagnoses"].empty());
}
TEST_CASE("where no name fits, what is true of every wrong result is said") {
    auto json = graded("return Tensor(0.75f * x / (1.0f + xt::exp(-x)));");
    CHECK(json["status"] == "failed");
    CHECK(json["diagnoses"].empty());
    REQUIRE(json["symptoms"].size() >= 1);
    CHECK(json["symptoms"][0]["id"] == "factor");
    CHECK(contains(json["symptoms"][0]["text"], "0.75"));
}
TEST_CASE("exit with 0 is a crash and no pass") { crashes("std::exit(0);"); }
TEST_CASE("an immediate exit with 0 is a crash and no pass") { crashes("_exit(0);"); }

TEST_CASE("an endless loop that ignores SIGTERM times out and its test is named", "[slow]") {
    const learn::fs::path told = Scratch().root() / "worked.txt";
    auto json = graded("std::signal(SIGTERM, SIG_IGN);\n" + for_ever("", told));
    CHECK(json["status"] == "timed_out");
    CHECK(json["ended_in"] == "four values worked by hand in the chapter");
    CHECK(json["run_seconds"] > 8);
    CHECK(worked(told) < 12);  // then the runner would have ended it
}

TEST_CASE("what the grader says when time is up is not called the learner's", "[slow]") {
    Scratch scratch;
    scratch.put("silu", silu_with("for (volatile int i = 0;; i = i + 1) {}"));
    const Outcome outcome = learn_run("check silu");
    CHECK(contains(outcome.out, "TIMED OUT"));
    CHECK_FALSE(contains(outcome.out, "your code printed"));
}

TEST_CASE("a flood of output is cut and times out", "[slow]") {
    Scratch scratch;
    const learn::fs::path told = scratch.root() / "worked.txt";
    scratch.put("silu", silu_with(for_ever("std::puts(\"0123456789012345678901234567890123456789\");", told)));
    const Outcome outcome = learn_run("check silu");
    CHECK(contains(outcome.out, "TIMED OUT"));
    CHECK(outcome.out.size() < 8000);
    // Somebody read all of it, or it would have waited, which has a limit of its own. The longest one of all is for busy machines.
    CHECK((worked(told) > 6 || outcome.seconds > 90));
}

TEST_CASE("a watchdog that was stopped is replaced by the runner", "[slow]") {
    auto json = graded("for (int i = 0; i < 1; ++i) kill(getpid(), SIGSTOP); for (;;) {}");
    CHECK(json["status"] == "timed_out");
}

TEST_CASE("a child in a session of its own does not outlive the check") {
    graded(
        "if (fork() == 0) { setsid(); if (fork() == 0) { std::signal(SIGTERM, SIG_IGN); "
        "prctl(PR_SET_NAME, \"learn-escapee\"); for (;;) sleep(1); } _exit(0); }\nusleep(50000);");
    CHECK(std::system("grep -qsx learn-escapee /proc/[0-9]*/comm") != 0);
}

TEST_CASE("what the learner prints cannot steer the terminal") {
    Scratch scratch;
    scratch.put("silu", silu_with("std::puts(\"\\033[2J\\033]0;title\\007 hello\");"));
    const Outcome outcome = learn_run("check silu");
    CHECK(contains(outcome.out, "hello"));
    CHECK_FALSE(contains(outcome.out, "\x1b"));
}
TEST_CASE("a helper whose expression refers to a local that is gone is named") {
    Scratch scratch;
    scratch.put(
        "silu",
        "#include \"silu.hpp\"\nnamespace tiny_llm {\nstatic auto sigmoid(const Tensor& x) {\n    Tensor e = xt::exp(-x);\n"
        "    return 1.0f / (1.0f + e);\n}\nTensor silu(const Tensor& x) { return x * sigmoid(x); }\n}\n");
    const auto json = learn_run("check silu --json").json();
    CHECK(json["status"] != "passed");
    REQUIRE(json["diagnoses"].size() == 1);
    CHECK(json["diagnoses"][0]["id"] == "dangling-expression");
}
TEST_CASE("a static tensor that keeps the size of the first call is named") {
    auto json = graded(
        "static Tensor y = xt::zeros<float>(x.shape());\n"
        "for (std::size_t i = 0; i < y.size(); ++i) y.data()[i] = x.data()[i % std::max<std::size_t>(x.size(), 1)];\n"
        "return y;");
    CHECK(json["status"] != "passed");
    REQUIRE(json["diagnoses"].size() == 1);
    CHECK(json["diagnoses"][0]["id"] == "static-scratch");
}
TEST_CASE("how a test ended stands in brackets of the language") {
    Scratch scratch;
    scratch.put("silu", silu_with("std::abort();"));
    CHECK(contains(learn_run("check silu").out, "  (CRASHED)"));
    CHECK(contains(learn_run("check silu --lang zh").out, "（崩溃）"));
}
TEST_CASE("a matrix product that crashes on three axes without elements is named") {
    Scratch scratch;
    scratch.put(
        "linear",
        "#include \"linear.hpp\"\nnamespace tiny_llm {\nTensor linear(const Tensor& x, const Tensor& weight, const "
        "std::optional<Tensor>& bias) {\n"
        "    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "
        "\"linear\", \"x\", x, \"weight\", weight);\n"
        "    if (bias) require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), \"linear\", "
        "\"bias\", *bias, \"weight\", weight);\n"
        "    Tensor y = xt::linalg::dot(x, xt::transpose(weight));\n    if (bias) y += *bias;\n    return y;\n}\n}\n");
    const auto json = learn_run("check linear --json").json();
    if (json["status"] != "crashed") return;  // where it reads what is there, it is right
    REQUIRE(json["diagnoses"].size() == 1);
    CHECK(json["diagnoses"][0]["id"] == "dot-of-no-rows");
}
