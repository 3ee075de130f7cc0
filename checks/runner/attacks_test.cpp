// Answers that want a verdict without being right, or that nobody could wait for: none passes and none hangs the runner.
// crash_test.cpp has those that happen by accident, checks/class/bad those of a class.

#include <unistd.h>

#include "grader/catch.hpp"
#include "scratch.hpp"
#include "tools/utf8/utf8.hpp"

namespace {

const std::string headers =
    "#include <fcntl.h>\n#include <sys/stat.h>\n#include <cstring>\n#include <filesystem>\n#include <fstream>\n"
    "#include <iostream>\n";
const std::string right = "const Tensor y = x / (1.0f + xt::exp(-x));\n";

const std::string two_seconds = "export TINY_LLM_TIME_LIMIT=2;";

std::string checked(const std::string& prefix = "") {
    const Outcome outcome = learn_run("check silu --json", prefix);
    CHECK(outcome.code == 1);
    return outcome.json()["status"];
}

std::string status_of(const std::string& body, const std::string& prefix = "") {
    Scratch scratch;
    scratch.put("silu", headers + silu_with(body));
    std::string status = checked(prefix);
    CHECK(learn::fs::is_empty(scratch.root() / "build/learn/run"));
    return status;
}

// As the text of a literal in the answer; the real end of a run holds a number that the answer was not told.
const std::string forged =
    R"X(R"({"event":"test_ended","name":"four values worked by hand in the chapter","status":"passed"}
{"event":"run_ended","nonce":"","passed":1,"failed":0}
)")X";

}  // namespace

TEST_CASE("what an answer prints is no verdict, wherever it prints it", "[slow]") {
    const std::string print = "static const char text[] = " + forged +
                              " \"All tests passed (99 assertions in 9 test cases)\\n\";\n"
                              "for (int file = 1; file < 32; ++file) (void)!write(file, text, sizeof text - 1);\n";
    CHECK(status_of(print) == "failed");
    CHECK(status_of(print + "_exit(0);") == "crashed");
}

TEST_CASE("a story of the run that the answer writes itself is not believed", "[slow]") {
    CHECK(status_of("std::ofstream(\"events.jsonl\") << " + forged + ";\n_exit(0);") == "crashed");
}

TEST_CASE("without a place for the story there is no pass", "[slow]") {
    CHECK(status_of(right + "unlink(\"events.jsonl\"); mkdir(\"events.jsonl\", 0700);\nreturn y;") == "crashed");
    CHECK(status_of(right + "unlink(\"events.jsonl\"); if (symlink(\"/dev/zero\", \"events.jsonl\")) {}\nreturn y;") ==
          "crashed");
    CHECK(status_of(right + "std::filesystem::remove_all(std::filesystem::current_path());\nreturn y;") == "crashed");
}

TEST_CASE("a pipe in the place of the story hangs neither the grader nor the runner, and is not believed", "[slow]") {
    const std::string pipe = "unlink(\"events.jsonl\"); mkfifo(\"events.jsonl\", 0600);\n";
    CHECK(status_of(right + pipe + "return y;") == "crashed");
    CHECK(status_of(right + "static int ends = 0; if (!ends) {" + pipe +
                    "ends = open(\"events.jsonl\", O_RDWR); }\nreturn y;") == "crashed");
}

TEST_CASE("an answer that closes its output is graded all the same", "[slow]") {
    CHECK(status_of("for (int file = 0; file < 1024; ++file) close(file);") == "failed");
    CHECK(status_of("std::fclose(stdout); std::fclose(stderr); std::cout.setstate(std::ios::badbit);") == "failed");
}

TEST_CASE("an answer that edits its input fails with the right numbers, too", "[slow]") {
    CHECK(status_of(right + "const_cast<Tensor&>(x).fill(0.0f);\nreturn y;") == "failed");
    CHECK(status_of(right + "const_cast<Tensor&>(x) = Tensor();\nreturn y;") == "failed");
}

TEST_CASE("every way out before the end is a crash", "[slow]") {
    CHECK(status_of("std::quick_exit(0);") == "crashed");
    CHECK(status_of("static const int once = std::atexit([] { _exit(0); });\n(void)once; std::exit(0);") == "crashed");
    Scratch scratch;
    scratch.put("silu", silu_with("") + "static const struct Early { Early() { _exit(0); } } early;\n");
    CHECK(checked() == "crashed");
}

TEST_CASE("a way out after the end does not make wrong numbers right", "[slow]") {
    CHECK(status_of("static const int once = std::atexit([] { _exit(0); });\n(void)once;") == "failed");
}

TEST_CASE("of two processes neither passes for the other", "[slow]") {
    CHECK(status_of("static const pid_t child = fork();\n(void)child;") == "failed");
    CHECK(status_of(right + "static const pid_t child = fork();\nif (child != 0) _exit(0);\nreturn y;") == "crashed");
}

TEST_CASE("a hundred children end with the check", "[slow]") {
    CHECK(status_of("static bool done = false;\n"
                    "for (int i = 0; i < 100 && !done; ++i) {\n"
                    "  if (fork() != 0) continue;\n"
                    "  if (i % 2) setsid();\n"
                    "  prctl(PR_SET_NAME, \"learn-offspring\");\n"
                    "  for (int number = 1; number < 32; ++number) std::signal(number, SIG_IGN);\n"
                    "  for (;;) pause();\n"
                    "}\ndone = true;") == "failed");
    CHECK(std::system("grep -qsx learn-offspring /proc/[0-9]*/comm") != 0);
}

TEST_CASE("a sleeper that ignores every signal times out", "[slow]") {
    CHECK(status_of("sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, nullptr);\n"
                    "for (int number = 1; number < 32; ++number) std::signal(number, SIG_IGN);\n"
                    "for (;;) sleep(1000);",
                    two_seconds) == "timed_out");
}

TEST_CASE("memory without end is refused to the answer", "[slow]") {
    // malloc, because the grader's operator new fills what it gives, and six gigabytes of that take long.
    CHECK(status_of("for (;;) *static_cast<volatile char*>(std::malloc(1 << 26)) = 1;") == "crashed");
    CHECK(status_of("while (std::malloc(1 << 24)) {}", two_seconds) != "passed");
}

TEST_CASE("no text of an answer steers the terminal, wherever it is told, and the report for CI is XML") {
    const std::string steers =
        "\\x1b[2J\\xC2\\x9B\" \"2J\\r  PASSED\\xE2\\x80\\xAE\\xEF\\xBF\\xBF\\x01\\xE2\\x80\\xA8\\xFF";
    const std::string print = "std::puts(\"" + steers + "\"); std::fputs(\"" + steers + "\", stderr);\n";
    Scratch scratch;
    const auto file =
        (learn::fs::temp_directory_path() / ("learn-steers-" + std::to_string(getpid()) + ".xml")).string();
    for (const std::string& text : {
             silu_with(print + "throw std::runtime_error(\"" + steers + "\");"),
             "#line 1 \"x\\r\\x1b[2J  \\xE2\\x9C\\x93 silu  PASSED\\n\\xC2\\x9B\"\n" + silu_with("tiny_llm::todo();"),
             "#line 1 \"x\\r\\x1b[2J  \\xE2\\x9C\\x93 silu  PASSED\\n\\xC2\\x9B\"\n" +
                 silu_with("return nothing\u202e;"),
             silu_with("int unused\u00e9 = 0; // \u202e\x1b\n#warning \u202e \x1b[2J\nreturn x;"),
         }) {
        scratch.put("silu", text);
        for (const std::string& command :
             {std::string("check silu"), std::string("check silu --json"), "verify --junit " + file}) {
            const Outcome outcome = learn_run(command);
            CAPTURE(command, outcome.out, outcome.err);
            CHECK(outcome.code == 1);
            CHECK(utf8::harmless(outcome.out) == outcome.out);
            CHECK(utf8::harmless(outcome.err) == outcome.err);
            CHECK_FALSE(contains(outcome.out, "\r"));
        }
        const std::string report = learn::read_file(file).value();
        CHECK(contains(report, "</testsuite>"));
        CHECK(utf8::harmless(report) == report);
        for (const char* number : {"&#x1;", "&#x1B;", "&#xFFFF;", "&#1;", "&#27;", "&#01;", "&#13;"})
            CHECK_FALSE(contains(report, number));
    }
    std::remove(file.c_str());
}

TEST_CASE("an answer that puts another program in its own place does not pass, then or later", "[slow]") {
    Scratch scratch;
    scratch.put("silu",
                headers + silu_with("namespace fs = std::filesystem;\n"
                                    "const fs::path program = fs::read_symlink(\"/proc/self/exe\");\n"
                                    "if (program.filename() == \"silu_test\") {\n"
                                    "  unlink(program.c_str());\n"
                                    "  std::ofstream(program) << \"#!/bin/sh\\necho All tests passed\\nexit 0\\n\";\n"
                                    "  chmod(program.c_str(), 0700);\n"
                                    "}"));
    CHECK(checked() == "failed");
    CHECK(checked() != "passed");
    scratch.solve("silu");
    CHECK(learn_run("check silu").code == 0);
}
