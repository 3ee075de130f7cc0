#include "system/process.hpp"
#include "tools/time_limit.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "grader/catch.hpp"
#include "system/errors.hpp"
#include "system/lock.hpp"
#include "temporary_folder.hpp"

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

TEST_CASE("what a program in the foreground has started ends with it, and its exit is ours") {
    for (const auto& [script, exit] : {std::pair("exit 3", 3), std::pair("kill -15 $$", 128 + 15)}) {
        // In a session of its own, without an environment, and its parent gone.
        const std::string command = std::string("(setsid env -i sleep 98765 &) & sleep 0.3; ") + script;
        const pid_t child = ::fork();
        if (child == 0) run_in_the_foreground({"/bin/sh", "-c", command});
        int status = 0;
        ::waitpid(child, &status, 0);
        CHECK((WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)) == exit);
        CHECK(std::system("pgrep -xf 'sleep 98765' >/dev/null") != 0);
    }
    CHECK_THROWS_AS(run_in_the_foreground({"/nowhere/story"}), SetupError);
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

namespace {

/// After how many of its steps a limit of ten seconds is over, for what works for a part of each second.
int steps_until_over(double part, double until = 1e9) {
    TimeLimit limit(10);
    double work = 0;
    for (int step = 1; step < 1000; ++step) {
        if (step <= until) work += part * limit.step();
        if (limit.is_over(work)) return step;
    }
    return 0;
}

}  // namespace

TEST_CASE("time is over after work, or after idleness, and a busy machine's share of a second is not a second") {
    CHECK(steps_until_over(1) == 10);
    CHECK(steps_until_over(2) == 10);       // two threads
    CHECK(steps_until_over(0.25) == 33);    // three other processes on the same core
    CHECK(steps_until_over(0) == 30);       // asleep
    CHECK(steps_until_over(0.5, 5) == 35);  // asleep after a while
    CHECK(steps_until_over(0.05) == 100);   // whatever it does
    TimeLimit unknown(10);
    int steps = 1;
    while (!unknown.is_over(std::nullopt)) ++steps;
    CHECK(steps == 10);
}

TEST_CASE("a lock that is held for others is taken by ending its holder") {
    const TemporaryFolder folder;
    const learn::fs::path file = folder.path / "lock";
    const pid_t holder = ::fork();
    if (holder == 0) {
        ::setsid();
        ::signal(SIGTERM, SIG_DFL);  // not Catch2's
        learn::LockForOthers lock(file);
        lock.give_to(::getpid());
        for (;;) ::pause();
    }
    while (learn::read_file(file).value_or("").empty()) ::usleep(1000);
    CHECK_FALSE(learn::LockForOthers(file).held());
    {
        const learn::Lock lock(file);
        int status = 0;
        CHECK(::waitpid(holder, &status, 0) == holder);
        CHECK(WTERMSIG(status) == SIGTERM);
        CHECK(learn::read_file(file) == "");
    }
    CHECK(learn::LockForOthers(file).held());
}
