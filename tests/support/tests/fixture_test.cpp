#include "support/fixture.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "support/advice.hpp"
#include "support/catch.hpp"
#include "support/language.hpp"

using namespace grader;

TEST_CASE("the formula gives the values that the Python script gives") {
    // uniform(7, 4) of tests/fixtures/make_fixtures.py, times 2^23.
    CHECK(uniform(7, 0) * 0x1p23f == -476133.0f);
    CHECK(uniform(7, 1) * 0x1p23f == 7925014.0f);
    float least = 1, most = -1;
    for (std::uint32_t i = 0; i < 10000; ++i) {
        least = std::min(least, uniform(3, i));
        most = std::max(most, uniform(3, i));
    }
    CHECK(least >= -1.0f);
    CHECK(least < -0.99f);
    CHECK(most < 1.0f);
    CHECK(most > 0.99f);
}

TEST_CASE("inputs are written out or counted") {
    const Fixture written = fixture("written-out");
    CHECK(written.call["x"].shape(0) == 2);
    CHECK(written.call["x"](1, 0) == -2.0f);
    CHECK(written.call.number("eps") == 0.25f);
    const Tensor counted = fixture("counted").call["x"];
    CHECK(counted(0, 1) == uniform(7, 1) * 2);
    CHECK(counted(1, 0) == uniform(7, 2) * 2 * 0.5f);
}

TEST_CASE("a case that the exercise does not have is its twin's") {
    CHECK(fixture("of-the-twin").call["x"](0) == 5.0f);
    CHECK(fixture("written-out").call["x"].dimension() == 2);
}

TEST_CASE("a damaged or missing fixture is an error that names the file and the case") {
    for (const std::string name : {"too-few", "no-output", "unheard-of"}) {
        try {
            fixture(name);
            FAIL(name << " was loaded");
        } catch (const std::runtime_error& e) {
            CHECK(std::string(e.what()).find("fixtures/") != std::string::npos);
            CHECK(std::string(e.what()).find(name) != std::string::npos);
        }
    }
}

TEST_CASE("advice is read from the mistake's own file, in the reader's language") {
    ::setenv("TINY_LLM_LANG", "en", 1);
    CHECK(advice("folded") == "First line, second line.");
    ::setenv("TINY_LLM_LANG", "zh", 1);
    CHECK(advice("folded") == "第一行，第二行。");
    CHECK(advice("not-there") == "not-there");
    CHECK(advice("of-the-twin") == "普通版练习的错误所说的话。");
    ::setenv("TINY_LLM_LANG", "en", 1);
}

TEST_CASE("the language is the runner's, else POSIX's variables in their order") {
    ::unsetenv("TINY_LLM_LANG");
    ::setenv("LC_ALL", "", 1);
    ::unsetenv("LC_MESSAGES");
    ::setenv("LANG", "zh_CN.UTF-8", 1);
    CHECK(language() == Language::zh);
    ::setenv("LC_ALL", "C", 1);
    CHECK(language() == Language::en);
    ::setenv("TINY_LLM_LANG", "zh", 1);
    CHECK(language() == Language::zh);
    ::setenv("TINY_LLM_LANG", "en", 1);
}
