#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "grader/catch.hpp"
#include "scratch.hpp"
#include "system/descendants.hpp"

namespace {

using namespace std::chrono_literals;

pid_t start(const std::string& arguments, const learn::fs::path& output) {
    const pid_t child = ::fork();
    if (child == 0) {
        const std::string command =
            "exec " + learn_command() + " " + arguments + " >'" + output.string() + "' 2>&1 </dev/null";
        ::setenv("LC_ALL", "C.UTF-8", 1);
        ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
        ::_exit(127);
    }
    return child;
}

int wait_for(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Whether what a runner started ends with it. What outlives its parent becomes our child: a program of the same name that
/// another test has started is none of ours.
bool nothing_is_left() {
    for (int i = 0; i < 500; ++i) {
        pid_t ended = 0;
        while ((ended = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
        }
        if (ended < 0) return true;
        std::this_thread::sleep_for(10ms);
    }
    return false;
}

}  // namespace

TEST_CASE("two runs at once both give the right verdict", "[slow]") {
    Scratch scratch;
    for (const char* id : {"silu", "linear"}) {
        scratch.solve(id);
        const std::string text = learn::read_file(scratch.file(id)).value();
        scratch.put(id, text + "// two at once, " + std::to_string(::getpid()) + "\n");
    }
    const pid_t first = start("check silu --json", scratch.root() / "one.txt");
    const pid_t second = start("check linear --json", scratch.root() / "two.txt");
    CHECK(wait_for(first) == 0);
    CHECK(wait_for(second) == 0);
    const Outcome list = learn_run("list --json");
    CHECK(list.json()[0]["status"] == "passed");
    CHECK(list.json()[1]["status"] == "passed");
}

TEST_CASE("Ctrl-C at any moment of a build or a run leaves a folder that works", "[slow]") {
    learn::adopt_orphans();
    Scratch scratch;
    for (const auto moment : {5ms, 60ms, 150ms, 400ms, 900ms, 2000ms}) {
        scratch.put("silu", silu_with("for (volatile bool on = true; on;) {} // " + std::to_string(moment.count())));
        const pid_t child = start("check silu", scratch.root() / "one.txt");
        std::this_thread::sleep_for(moment);
        const auto before = std::chrono::steady_clock::now();
        ::kill(child, SIGINT);
        const int code = wait_for(child);
        INFO(moment.count());
        CHECK(code == 130);
        CHECK(std::chrono::steady_clock::now() - before < 5s);
        CHECK(nothing_is_left());
    }
    scratch.solve("silu");
    CHECK(learn_run("check silu").code == 0);
}
