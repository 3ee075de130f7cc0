#include "grading/compile_log.hpp"
#include "catch.hpp"

using namespace learn;

TEST_CASE("failed steps and what they said are found in ninja's output") {
    const auto steps = failed_steps(
        "[1/3] Building CXX object a.o\n[2/3] Building\nFAILED: CMakeFiles/silu_answer.dir/silu.cpp.o \n"
        "/usr/bin/c++ -c silu.cpp\nsilu.cpp:1:2: error: no\n[3/3] Linking\nninja: build stopped: subcommand failed.\n");
    REQUIRE(steps.size() == 1);
    CHECK(steps[0].output == "CMakeFiles/silu_answer.dir/silu.cpp.o");
    CHECK(steps[0].text == "silu.cpp:1:2: error: no\n");
    CHECK(failed_steps("FAILED: [code=1] bin/x \ncommand\n")[0].output == "bin/x");
}

TEST_CASE("the first error in the learner's own file is found on a path with spaces and Chinese") {
    const auto error = first_error(
        "/usr/include/x.hpp:3:4: error: elsewhere\n/tmp/我的 课/week1/01-silu/silu.cpp:12:5: error: 'foo' was not declared\n"
        "   12 |     foo;\n      |     ^~~\n",
        "week1/01-silu/silu.cpp");
    CHECK(error.file == "/tmp/我的 课/week1/01-silu/silu.cpp");
    CHECK(error.line == 12);
    CHECK(error.column == 5);
    CHECK(error.text == "error: 'foo' was not declared");
    CHECK(error.excerpt.size() == 2);
}

TEST_CASE("a template error is told at the learner's line with g++ and with clang") {
    const auto gcc = first_error(
        "/usr/include/xt.hpp: In instantiation of 'f':\n/c/silu.cpp:9:20:   required from here\n"
        "/usr/include/xt.hpp:123:4: error: static assertion failed\n",
        "silu.cpp");
    CHECK(gcc.file == "/c/silu.cpp");
    CHECK(gcc.line == 9);
    CHECK(gcc.text == "error: static assertion failed");
    const auto clang = first_error(
        "/usr/include/xt.hpp:123:4: error: no type\n"
        "/c/silu.cpp:9:20: note: in instantiation of function template specialization 'f' requested here\n",
        "silu.cpp");
    CHECK(clang.line == 9);
}

TEST_CASE("an error elsewhere and a link error are still told") {
    CHECK(first_error("/c/silu.hpp:3:1: error: expected\n", "silu.cpp").file == "/c/silu.hpp");
    CHECK(first_error("/usr/bin/ld: x.o: undefined reference to `tiny_llm::silu(int)'\n", "silu.cpp").text ==
          "undefined reference to `tiny_llm::silu(int)'");
    CHECK(first_error("", "silu.cpp").text.empty());
}
