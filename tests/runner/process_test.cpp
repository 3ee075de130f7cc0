#include "system/process.hpp"

#include "catch.hpp"

using namespace learn;

namespace {

Process shell(const std::string& script) {
    Process process;
    process.command = {"/bin/sh", "-c", script};
    process.contained = true;
    return process;
}

}  // namespace

TEST_CASE("errors come apart from output where they are wanted so") {
    std::string out, err;
    Process process = shell("echo one; echo two >&2; echo three");
    process.on_output = [&](std::string_view text) { out += text; };
    CHECK(run(process).exit_code == 0);
    CHECK(out == "one\ntwo\nthree\n");
    out.clear();
    process.on_error = [&](std::string_view text) { err += text; };
    CHECK(run(process).exit_code == 0);
    CHECK(out == "one\nthree\n");
    CHECK(err == "two\n");
}

TEST_CASE("a program that goes on talking outlives the limit of silence, and a silent one does not") {
    Process talks = shell("for i in 1 2 3 4 5 6; do echo $i; sleep 0.2; done");
    talks.silence_limit = 0.8;
    const Ended ended = run(talks);
    CHECK(ended.exit_code == 0);
    CHECK_FALSE(ended.out_of_time);
    Process silent = shell("echo 1; sleep 20");
    silent.silence_limit = 0.8;
    const Ended killed = run(silent);
    CHECK(killed.out_of_time);
    CHECK(killed.signal == 9);
    CHECK(killed.seconds < 10);
}
