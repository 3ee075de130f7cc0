#include "support/fixture.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "support/advice.hpp"
#include "support/catch.hpp"
#include "support/language.hpp"
#include "support/npy.hpp"

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
    for (const std::string name : {"too-few", "no-output", "unheard-of", "no-rows", "more-rows", "rows-that-do-not-fit",
                                   "minus-one", "too-large", "seed-beyond"}) {
        try {
            fixture(name);
            FAIL(name << " was loaded");
        } catch (const std::runtime_error& e) {
            CHECK(std::string(e.what()).find("fixtures/") != std::string::npos);
            CHECK(std::string(e.what()).find(name) != std::string::npos);
        }
    }
}

TEST_CASE("an array is read as NumPy writes it, and one that is damaged anywhere is refused") {
    const std::string path = (std::filesystem::temp_directory_path() / "tiny-llm-fixture-test.npy").string();
    const auto read = [&](const std::string& bytes) {
        std::ofstream(path, std::ios::binary) << bytes;
        return read_npy(path);
    };
    const auto header = [](const std::string& shape, const std::string& type = "<f4") {
        std::string text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
        text += std::string(117 - text.size(), ' ') + "\n";
        return "\x93NUMPY" + std::string("\x01\x00\x76\x00", 4) + text;
    };
    const std::string numbers("\x00\x00\x80\x3f\x00\x00\x00\xc0", 8);  // 1, -2
    const tiny_llm::Tensor two = read(header("(2, 1)") + numbers);
    CHECK(two.shape(1) == 1);
    CHECK(two(1, 0) == -2.0f);
    CHECK(read(header("(2,)") + numbers)(0) == 1.0f);
    CHECK(read(header("()") + numbers.substr(4))() == -2.0f);
    CHECK(read(header("(0, 3)")).size() == 0);
    const std::string whole = header("(2, 1)") + numbers;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        INFO(size);
        CHECK_THROWS_AS(read(whole.substr(0, size)), std::runtime_error);
    }
    for (const std::string& damaged :
         {whole + "x", header("(2, 1)", "<f8") + numbers, header("(2, 1)", "<i4") + numbers, header("(2, 1") + numbers,
          header("(-2,)") + numbers, header("(4294967296, 4294967296)"), header("(99999999999999999999,)"),
          header("(67108865,)") + numbers, "\x93NUMPY" + std::string("\x02\x00\xff\xff\xff\xff", 6)}) {
        CHECK_THROWS_AS(read(damaged), std::runtime_error);
    }
    std::filesystem::remove(path);
    CHECK_THROWS_AS(read_npy(path), std::runtime_error);
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
