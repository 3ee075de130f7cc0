// What the runner writes where somebody else may have something: files that are named on the command line, the learner's own
// file, standard output, a terminal. And what it leaves behind when it is killed.

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "grader/catch.hpp"
#include "scratch.hpp"
#include "temporary_folder.hpp"
#include "terminal/text.hpp"
#include "terminal_session.hpp"

namespace {

namespace fs = learn::fs;
using namespace std::chrono_literals;

Outcome refused(const std::string& arguments, const std::string& prefix = "") {
    const Outcome outcome = learn_run(arguments, prefix);
    CAPTURE(arguments, outcome.err);
    CHECK(outcome.code == 2);
    CHECK(learn::lines(outcome.err).size() == 1);
    CHECK(outcome.err.starts_with("error: "));
    return outcome;
}

/// With standard output somewhere else.
Outcome run_into(const std::string& arguments, const std::string& output) {
    const fs::path err = Scratch().root() / "err.txt";
    const std::string command =
        "{ " + learn_command() + " " + arguments + " </dev/null 2>'" + err.string() + "'; } " + output;
    const int status = std::system(("exec bash -c \"" + command + "\"").c_str());
    return {WEXITSTATUS(status), "", learn::read_file(err).value_or(""), 0};
}

/// `exec`, or the shell's own line would be found.
bool runs(const std::string& command) {
    return std::system(("exec pgrep -xf '" + command + "' >/dev/null").c_str()) == 0;
}

}  // namespace

TEST_CASE("a file that is named for a picture or a report replaces none but one of its kind") {
    Scratch scratch;
    scratch.solve("silu");
    learn_run("list");  // configures what is not yet
    const std::string mine = learn::read_file(scratch.file("silu")).value();
    const TemporaryFolder folder;
    const std::string in = "cd '" + scratch.root().string() + "' && ";
    const fs::path notes = folder.path / "notes.svg", hard = folder.path / "hard.svg", soft = folder.path / "soft.svg",
                   open = folder.path / "open.svg", directory = folder.path / "folder.svg",
                   pipe = folder.path / "pipe.svg";
    learn::write_file(notes, "<html>");
    fs::create_hard_link(scratch.file("silu"), scratch.root() / "hard.svg");
    fs::create_symlink(scratch.file("silu"), soft);
    fs::create_symlink("nowhere", open);
    fs::create_directory(directory);
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    for (const std::string& path :
         {std::string("week1/01-silu/silu.cpp"), std::string("./docs/../week1/01-silu/silu.cpp"),
          std::string("hard.svg"), std::string("CMakeLists.txt"), notes.string(), soft.string(), open.string(),
          directory.string(), pipe.string(), std::string("/dev/null"), std::string("/nowhere/a.svg"),
          std::string(".")}) {
        for (const char* option : {"plot silu --svg ", "verify --junit "}) refused(option + path, in);
        if (path.ends_with(".svg")) refused("bench silu --svg " + path, in);
    }
    CHECK(learn::read_file(scratch.file("silu")) == mine);
    CHECK(learn::read_file(notes) == "<html>");
    CHECK(fs::is_symlink(open));
    CHECK(fs::is_character_file("/dev/null"));
    fs::remove(scratch.root() / "hard.svg");
    CHECK(std::distance(fs::directory_iterator(folder.path), {}) == 5);  // nothing half written is left

    const std::string picture = (folder.path / "a.svg").string(), report = (folder.path / "a.xml").string();
    for (int again = 0; again < 2; ++again) {
        CHECK(learn_run("plot silu --svg " + picture).code == 0);
        CHECK(learn_run("verify --junit " + report).code == 1);
    }
    refused("verify --junit " + picture);
    refused("plot silu --svg " + report);
    // The course's own pictures are of that kind, too.
    const fs::path figure = scratch.root() / "docs/figure.svg";
    learn::write_file(figure, "<svg></svg>");
    CHECK(contains(refused("plot silu --svg docs/figure.svg", in).err, "in a folder of the course's own files"));
    CHECK(learn::read_file(figure) == "<svg></svg>");
    fs::remove(figure);
}

TEST_CASE("what is saved while the stub is put back is not lost") {
    Scratch scratch;
    for (int round = 0; round < 30; ++round) {
        const std::string mark = "// round " + std::to_string(round) + "\n";
        scratch.put("silu", "// first\n");
        std::thread editor([&] {
            std::this_thread::sleep_for(round * 1ms);
            scratch.put("silu", mark);
        });
        const Outcome outcome = learn_run("reset silu --yes");
        editor.join();
        CHECK(outcome.code == 0);
        bool found = learn::read_file(scratch.file("silu")) == mark;
        for (const auto& entry : fs::directory_iterator(scratch.root() / ".learn/backup")) {
            found = found || learn::read_file(entry.path()) == mark;
        }
        INFO("round " << round);
        CHECK(found);
    }
    CHECK(std::distance(fs::directory_iterator(scratch.file("silu").parent_path()), {}) == 2);
}

TEST_CASE("three at once that put the stub back keep the file once") {
    Scratch scratch;
    for (int round = 0; round < 10; ++round) {
        fs::remove_all(scratch.root() / ".learn/backup");
        const std::string mine = "// round " + std::to_string(round) + "\n";
        scratch.put("silu", mine);
        const std::string one = learn_command() + " reset silu --yes >/dev/null 2>&1 </dev/null";
        CHECK(std::system(("{ " + one + " & " + one + " & " + one + " & wait; }").c_str()) == 0);
        int kept = 0;
        for (const auto& entry : fs::directory_iterator(scratch.root() / ".learn/backup")) {
            kept += learn::read_file(entry.path()) == mine;
        }
        CHECK(kept == 1);
    }
}

TEST_CASE("an answer that is a pipe is told and not waited for") {
    Scratch scratch;
    fs::remove(scratch.file("silu"));
    REQUIRE(::mkfifo(scratch.file("silu").c_str(), 0600) == 0);
    for (const char* command : {"check silu", "check silu --json", "check qwen2_mlp", "verify", "plot silu", "list"}) {
        INFO(command);
        CHECK(learn_run(command, "timeout 60").code < 2);
    }
    CHECK(contains(learn_run("check silu").out, "is a pipe, a socket or a device"));
    CHECK(contains(refused("reset silu --yes").err, "move it away"));
}

TEST_CASE("output that cannot be written is an error, and a reader that has enough is none") {
    const Scratch scratch;
    for (const char* command :
         {"list", "list --json", "check silu", "check silu --json", "verify", "verify --json", "hint silu",
          "solution silu --spoil", "doctor", "board", "plot silu --json", "--help", "reset silu --yes"}) {
        for (const char* output : {">/dev/full", ">&-"}) {
            const Outcome outcome = run_into(command, output);
            CAPTURE(command, output, outcome.err);
            CHECK(outcome.code == 2);
            CHECK(contains(outcome.err, "error: standard output could not be written: "));
        }
        const Outcome enough = run_into(command, "| head -c 1 >/dev/null");
        CAPTURE(command, enough.err);
        CHECK_FALSE(contains(enough.err, "error"));
    }
}

TEST_CASE("after two dashes nothing is an option") {
    const Scratch scratch;
    CHECK(learn_run("goto -- silu").code == 0);
    CHECK(learn_run("list --").code == 0);
    const Outcome outcome = learn_run("story --json --tokens 2 -- '-5 degrees'");
    CHECK(outcome.code == 0);
    CHECK(outcome.json()["prompt"] == "-5 degrees");
    CHECK(learn_run("story --json --tokens 2 -- --json").json()["prompt"] == "--json");
    for (const char* wrong : {"list -- x", "story -- a b", "goto --", "-- list", "check -- --json"}) refused(wrong);
}

TEST_CASE("no escape byte goes to a terminal that wants none") {
    for (const char* variable : {"NO_COLOR=1", "TERM=dumb"}) {
        Scratch scratch;
        scratch.put("silu", silu_with("// " + std::string(variable)));
        TerminalSession session("check silu", variable);
        CHECK(session.waits_for("FAILED"));
        CHECK(session.ends() == 1);
        CHECK_FALSE(contains(session.seen, "\x1b"));
    }
}

TEST_CASE("what an answer has started ends with a runner that is killed") {
    Scratch scratch;
    scratch.put("silu", silu_with("static bool done = false;\n"
                                  "if (!done && fork() == 0) {\n"
                                  "  setsid();\n"
                                  "  if (fork() != 0) _exit(0);\n"
                                  "  for (int number = 1; number < 32; ++number) std::signal(number, SIG_IGN);\n"
                                  "  char sleep[] = \"sleep\", time[] = \"98764\";\n"
                                  "  char *words[] = {sleep, time, nullptr}, *none[] = {nullptr};\n"
                                  "  execve(\"/bin/sleep\", words, none);\n"
                                  "}\ndone = true;\nfor (;;) pause();"));
    const pid_t runner = ::fork();
    if (runner == 0) {
        const std::string command = "exec " + learn_command() + " check silu >/dev/null 2>&1 </dev/null";
        ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
        ::_exit(127);
    }
    for (int i = 0; i < 1200 && !runs("sleep 98764"); ++i) std::this_thread::sleep_for(50ms);
    REQUIRE(runs("sleep 98764"));
    ::kill(runner, SIGKILL);
    ::waitpid(runner, nullptr, 0);
    for (int i = 0; i < 100 && (runs("sleep 98764") || runs(".*/silu_test .*")); ++i) std::this_thread::sleep_for(50ms);
    CHECK_FALSE(runs("sleep 98764"));
    CHECK_FALSE(runs(".*scratch.*/silu_test .*"));
}
