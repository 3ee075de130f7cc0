#include <algorithm>
#include <climits>

#include "grader/catch.hpp"
#include "scratch.hpp"
#include "terminal/text.hpp"

namespace {

/// Right numbers, and besides them `fault` in a line that a sanitizer should name.
std::string right_but(const std::string& fault) {
    return silu_with("Tensor y = x / (1.0f + xt::exp(-x));\n" + fault + "\nreturn y;");
}

const std::string one_too_far = "volatile float past = x.size() ? x.data()[x.size()] : 0.0f;\n(void)past;";

/// A folder in front of PATH with `name` as a script.
std::string with_program(const Scratch& scratch, const std::string& name, const std::string& script) {
    const learn::fs::path folder = scratch.root() / "programs";
    learn::fs::create_directories(folder);
    learn::write_file(folder / name, "#!/bin/sh\n" + script + "\n");
    learn::fs::permissions(folder / name, learn::fs::perms::owner_all);
    return "export PATH='" + folder.string() + "':$PATH;";
}

}  // namespace

TEST_CASE("check --asan finds the line that reads beyond the end, whatever the numbers are", "[slow]") {
    Scratch scratch;
    const std::string text = right_but(one_too_far);
    scratch.put("silu", text);
    CHECK(learn_run("check silu --json").json()["status"] == "passed");

    const auto lines = learn::lines(text);
    const auto at = std::find_if(lines.begin(), lines.end(), [](auto& line) { return contains(line, "past ="); });
    const std::string place = "silu.cpp:" + std::to_string(at - lines.begin() + 1);
    const Outcome outcome = learn_run("check silu --asan --json");
    CHECK(outcome.code == 1);
    CHECK(outcome.json()["status"] == "crashed");
    REQUIRE(outcome.json().contains("sanitizer"));
    const std::string said = outcome.json()["sanitizer"].dump();
    CHECK(contains(said, "heap-buffer-overflow"));
    CHECK(contains(said, place));
    CHECK(contains(learn_run("check silu --asan").out, place));
}

TEST_CASE("check --asan finds undefined behaviour and passes what has none", "[slow]") {
    Scratch scratch;
    scratch.put("silu", right_but("volatile int n = " + std::to_string(INT_MAX) + ";\nn = n + 1;"));
    const Outcome outcome = learn_run("check silu --asan --json");
    CHECK(outcome.code == 1);
    REQUIRE(outcome.json().contains("sanitizer"));
    CHECK(contains(outcome.json()["sanitizer"].dump(), "signed integer overflow"));

    // In a library's header: what it was, and the line that called it.
    scratch.put("silu", right_but("std::vector<float> none;\nconst float& first = none.front();\n(void)first;"));
    const std::string said = learn_run("check silu --asan --json").json()["sanitizer"].dump();
    CHECK(contains(said, "runtime error: "));
    CHECK(contains(said, "silu.cpp:"));

    scratch.solve("silu");
    CHECK(learn_run("check silu --asan").code == 0);
}

TEST_CASE("check --debug starts the failing test alone in gdb, with a stop in the learner's file") {
    Scratch scratch;
    scratch.put("silu", silu_with(""));
    const learn::fs::path told = scratch.root() / "told.txt";
    const std::string fake = with_program(scratch, "gdb", "printf '%s\\n' \"$@\" >'" + told.string() + "'");
    learn_run("check silu --debug", fake);
    const auto words = learn::lines(learn::read_file(told).value());
    REQUIRE(words.size() > 4);
    const learn::fs::path debug = scratch.root() / "build/learn/answers/debug";
    CHECK(std::find(words.begin(), words.end(), "add-auto-load-safe-path " + debug.string()) != words.end());
    CHECK(contains(learn::read_file(debug / "silu.so-gdb.gdb").value(), "rbreak silu.cpp:^[^_gmsx].*"));
    CHECK(contains(words[words.size() - 2], "bin/silu_test"));
    const nlohmann::json tests = learn_run("check silu --json").json()["tests"];
    const auto failed = std::find_if(tests.begin(), tests.end(), [](auto& test) { return test["status"] == "failed"; });
    REQUIRE(failed != tests.end());
    std::string spec = words.back();
    std::erase(spec, '\\');
    CHECK((*failed)["name"] == spec);

    // The same for an editor's debugger, which starts the program itself, where there is something to debug.
    learn::fs::remove(debug / "silu.test");
    learn::write_file(debug / "linear.so-gdb.gdb", "of an earlier call");
    learn::fs::remove(told);
    CHECK(learn_run("check silu --debug-in-editor", fake).code == 0);
    CHECK(learn::read_file(debug / "silu.test") == words.back() + "\n");
    CHECK_FALSE(learn::fs::exists(debug / "linear.so-gdb.gdb"));
    CHECK_FALSE(learn::fs::exists(told));

    scratch.solve("silu");
    CHECK(learn_run("check silu --debug", fake).code == 0);
    CHECK_FALSE(learn::fs::exists(told));
    CHECK(learn_run("check silu --debug-in-editor", fake).code == 1);
}

TEST_CASE("the real gdb, where there is one, stops in the learner's function and shows its tensors") {
    if (std::system("gdb --version >/dev/null 2>&1") != 0) {
        WARN("skipped: no gdb here (Debian: gdb)");
        return;
    }
    Scratch scratch;
    scratch.put("silu", silu_with("auto lazy = 2 * x;"));
    const std::string further = with_program(scratch, "gdb",
                                             "trusted=$3; shift 5; PATH=${PATH#*:} DEBUGINFOD_URLS= exec gdb -q -iex "
                                             "\"$trusted\" -ex run -ex next -ex 'print lazy' \"$@\"");
    const Outcome outcome = learn_run("check silu --debug", further);
    CAPTURE(outcome.out, outcome.err);
    CHECK(contains(outcome.out, "Breakpoint 1, tiny_llm::silu"));
    CHECK(contains(outcome.out, "silu.cpp:"));
    CHECK(contains(outcome.out, "float (4) {-2, -1, 0, 1}"));
    CHECK(contains(outcome.out, "an expression that is not computed yet"));
}
