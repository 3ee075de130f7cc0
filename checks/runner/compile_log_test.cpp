#include "grading/compile_log.hpp"
#include "grader/catch.hpp"
#include "grading/compile_fixes.hpp"

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

TEST_CASE("an error is shortened to what one can read") {
    CHECK(
        shortened(
            "no match for 'operator<' (operand types are 'const tiny_llm::Tensor' {aka 'const xt::xarray_container<xt::uvector<"
            "float, std::allocator<float> > >'} and 'std::vector<int>')") ==
        "no match for 'operator<' (operand types are 'const tiny_llm::Tensor' and 'std::vector<int>')");
    CHECK(shortened("'xt::xfunction<xt::math::exp_fun, const xt::xscalar<float> >::shape' -> a < b") ==
          "'xt::xfunction<…>::shape' -> a < b");
    CHECK(shortened("<unresolved overloaded function type> and operator->") ==
          "<unresolved overloaded function type> and operator->");
    CHECK(shortened("to 'std::size_t' (aka 'unsigned long') is") == "to 'std::size_t' is");
    CHECK(shortened("a < b<") == "a < b<");
}

TEST_CASE("a frequent error is told what to write instead, in the words of g++ and of clang") {
    const auto fix = [](const std::string& text, int column, const std::string& code) {
        const auto fixes = compile_fixes({"silu.cpp", 1, column, text, {}, ""}, code);
        return fixes.empty() ? "" : fixes[0].id;
    };
    CHECK(fix("error: no matching function for call to 'exp(xt::xfunction<…>)'", 9, "y = std::exp(-x);") ==
          "std-function");
    CHECK(fix("error: no matching function for call to 'exp'", 5, "y = std::exp(-x);") == "std-function");
    CHECK(fix("error: no matching function for call to 'exp'", 5, "y = mine::exp(-x);").empty());
    CHECK(fix("error: expected ';' before '}' token", 9, "return x") == "semicolon");
    CHECK(fix("error: expected ';' before 'y'", 9, "return x y;").empty());
    CHECK(fix("error: stray '@' in program", 10, "return x @ x;") == "matrix-product");
    CHECK(fix("error: expected ';' after return statement", 9, "return x @ x;") == "matrix-product");
    CHECK(fix("error: expected ')' before ':' token", 13, "f(x ? 1 : g(0:2));").empty());
    CHECK(fix("error: cannot be understood", 0, "").empty());
    CHECK(fix("", 7, "").empty());
}

TEST_CASE("what a step said that did not fail is found, and the warnings in it") {
    const std::string output =
        "[1/3] Building CXX object CMakeFiles/other.dir/a.cpp.o\n/c/a.cpp:1:2: warning: not mine\n"
        "[2/3] Building CXX object CMakeFiles/silu_yours.dir/silu.cpp.o\n/c/silu.cpp:9:1: warning: no return statement [-Wreturn-type]\n"
        "    9 | }\n/c/silu.cpp:9:1: warning: no return statement [-Wreturn-type]\n/usr/include/x.hpp:3:4: warning: theirs\n"
        "[3/3] Linking CXX shared module answers/yours/silu.so\n";
    const auto found = warnings_of(output_of_step(output, "/silu_yours.dir/"), "silu.cpp");
    REQUIRE(found.size() == 1);
    CHECK(found[0].line == 9);
    CHECK(found[0].text == "no return statement [-Wreturn-type]");
    CHECK(output_of_step(output, "/gelu_yours.dir/").empty());
}
