#include <cstdlib>

#include "catch.hpp"
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

}  // namespace

TEST_CASE("a segmentation fault is a crash") { crashes("*reinterpret_cast<volatile int*>(8) = 1;"); }
TEST_CASE("a stack overflow is a crash") {
    crashes(
        "struct Deep { static int go(volatile int n) { volatile char room[4096]; room[0] = char(n); return go(n + 1) + room[0]; } };\n"
        "std::printf(\"%d\", Deep::go(0));");
}
TEST_CASE("abort is a crash") { crashes("std::abort();"); }
TEST_CASE("a double free is a crash") { crashes("void* volatile p = std::malloc(4096); std::free(p); std::free(p);"); }
TEST_CASE("an exception that nobody expects is a crash") { crashes("throw std::runtime_error(\"oops\");"); }
TEST_CASE("exit with 0 is a crash and no pass") { crashes("std::exit(0);"); }
TEST_CASE("an immediate exit with 0 is a crash and no pass") { crashes("_exit(0);"); }

TEST_CASE("an endless loop that ignores SIGTERM times out and its test is named", "[slow]") {
    auto json = graded("std::signal(SIGTERM, SIG_IGN); for (volatile int i = 0;; i = i + 1) {}");
    CHECK(json["status"] == "timed_out");
    CHECK(json["ended_in"] == "four values worked by hand in the chapter");
    CHECK(json["run_seconds"] > 8);
    CHECK(json["run_seconds"] < 14);
}

TEST_CASE("a flood of output is cut and times out", "[slow]") {
    Scratch scratch;
    scratch.put("silu", silu_with("for (;;) std::puts(\"0123456789012345678901234567890123456789\");"));
    const Outcome outcome = learn_run("check silu");
    CHECK(contains(outcome.out, "TIMED OUT"));
    CHECK(outcome.out.size() < 8000);
    CHECK(outcome.seconds < 30);
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
