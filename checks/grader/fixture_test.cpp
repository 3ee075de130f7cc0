#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>

#include "grader/bytes.hpp"
#include "grader/catch.hpp"
#include "grader/language.hpp"
#include "grader/npy.hpp"
#include "grader/questions.hpp"
#include "grader/setup.hpp"
#include "grader/uniform.hpp"

using namespace grader;

// What CMake's header gives to an exercise's program.
const Setup& grader::setup() {
    static const std::string folder = TINY_LLM_TEST_FOLDER;
    static const Setup all{"toy", {}, {folder + "/fixtures/", folder + "/twin/fixtures/"}, "", true, "", ""};
    return all;
}

TEST_CASE("the formula gives the values that the Python script gives") {
    // uniform(7, 4) of tests/fixtures.py, times 2^23.
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

TEST_CASE("arguments are written out or counted") {
    const Fixture written = fixture("written-out");
    const auto& x = std::get<Floats>(written.call["x"].is);
    CHECK(x.shape == std::vector<std::size_t>{2, 1});
    CHECK(x.values[1] == -2.0f);
    CHECK(std::get<double>(written.call["eps"].is) == 0.25);
    const auto counted = std::get<Floats>(fixture("counted").call["x"].is);
    CHECK(counted.row(0)[1] == uniform(7, 1) * 2);
    CHECK(counted.row(1)[0] == uniform(7, 2) * 2 * 0.5f);
}

TEST_CASE("arguments and outputs may be whole numbers, text, bytes and several of these") {
    const Fixture mixed = fixture("mixed");
    CHECK(mixed.call.function == "second");
    CHECK(std::get<Integers>(mixed.call["ids"].is).values == std::vector<std::int64_t>{5, -1, 7});
    CHECK(std::get<Integers>(mixed.call["ids"].is).shape == std::vector<std::size_t>{3});
    CHECK(std::get<std::int64_t>(mixed.call["k"].is) == 3);
    CHECK(std::get<std::string>(mixed.call["word"].is) == "low 你");
    CHECK(std::get<std::string>(mixed.call["bytes"].is) == std::string("\xFF\x00", 2));
    const auto& steps = std::get<Values>(mixed.call["steps"].is);
    CHECK(std::get<std::string>(steps.at(0).is) == "append");
    CHECK(std::get<double>(steps.at(1).is) == 1.5);
    CHECK(std::get<Integers>(mixed.outputs.at(0).is).shape == std::vector<std::size_t>{2, 1});
    CHECK(std::get<std::string>(mixed.outputs.at(1).is) == "text");
}

TEST_CASE("an output of floats is the part of outputs.npy that starts where its case says") {
    const Values outputs = fixture("stored").outputs;
    CHECK(std::get<Floats>(outputs.at(0).is).shape == std::vector<std::size_t>{2, 1});
    CHECK(std::get<Floats>(outputs.at(0).is).values == std::vector<float>{1, -2});
    CHECK(std::get<Floats>(outputs.at(1).is).shape.empty());
    CHECK(std::get<Floats>(outputs.at(1).is).values == std::vector<float>{4});
    CHECK(std::get<Floats>(outputs.at(2).is).shape == std::vector<std::size_t>{0, 3});
}

TEST_CASE("a case that the exercise does not have is its twin's") {
    CHECK(std::get<Floats>(fixture("of-the-twin").call["x"].is).values[0] == 5.0f);
    CHECK(std::get<Floats>(fixture("written-out").call["x"].is).shape.size() == 2);
}

TEST_CASE("a damaged or missing fixture is an error that names the file and the case") {
    for (const std::string name : {"too-few", "no-output", "unheard-of", "no-rows", "more-rows", "rows-that-do-not-fit",
                                   "minus-one", "too-large", "seed-beyond", "no-byte", "too-few-integers", "no-start",
                                   "no-shape", "starts-at-minus-one", "starts-beyond", "ends-beyond", "no-file"}) {
        try {
            fixture(name);
            FAIL(name << " was loaded");
        } catch (const std::runtime_error& e) {
            CHECK(std::string(e.what()).find("fixtures/") != std::string::npos);
            CHECK(std::string(e.what()).find(name) != std::string::npos);
        }
    }
}

TEST_CASE("a file is read as NumPy writes it, and one that is damaged anywhere is refused") {
    const std::string path = (std::filesystem::temp_directory_path() / "tiny-llm-fixture-test.npy").string();
    const auto read = [&](const std::string& bytes, std::size_t start = 0, std::vector<std::size_t> shape = {1}) {
        std::ofstream(path, std::ios::binary) << bytes;
        return read_npy(path, start, shape);
    };
    const auto header = [](const std::string& shape, const std::string& type = "<f4") {
        std::string text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
        text += std::string(117 - text.size(), ' ') + "\n";
        return "\x93NUMPY" + std::string("\x01\x00\x76\x00", 4) + text;
    };
    const std::string numbers("\x00\x00\x80\x3f\x00\x00\x00\xc0", 8);  // 1, -2
    const std::string whole = header("(2,)") + numbers;
    CHECK(read(whole, 0, {2, 1}).values == std::vector<float>{1, -2});
    CHECK(read(whole, 1).values == std::vector<float>{-2});
    CHECK(read(whole, 2, {0}).size() == 0);
    CHECK(read(header("(0,)"), 0, {0}).size() == 0);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        INFO(size);
        CHECK_THROWS_AS(read(whole.substr(0, size)), std::runtime_error);
    }
    for (const std::string& damaged :
         {whole + "x", header("(2,)", "<f8") + numbers, header("(2,)", "<i4") + numbers, header("(2, 1)") + numbers,
          header("(1,)") + numbers, header("(3,)") + numbers, header("(-2,)") + numbers, header("(2") + numbers,
          header("(99999999999999999999,)"), "\x93NUMPY" + std::string("\x02\x00\xff\xff\xff\xff", 6)}) {
        CHECK_THROWS_AS(read(damaged), std::runtime_error);
    }
    constexpr auto most = std::numeric_limits<std::size_t>::max();
    for (const auto& [start, length] :
         {std::pair<std::size_t, std::size_t>{0, 3}, {1, 2}, {3, 0}, {most, 1}, {1, most}})
        CHECK_THROWS_AS(read(whole, start, {length}), std::runtime_error);
    std::filesystem::remove(path);
    CHECK_THROWS_AS(read_npy(path, 0, {1}), std::runtime_error);
    CHECK_THROWS_AS(read_npy(std::filesystem::temp_directory_path().string(), 0, {1}), std::runtime_error);
}

TEST_CASE("an outcome comes back from its bytes, and half of them are no outcome") {
    Outcome outcome;
    outcome.kind = Outcome::Kind::other_exception;
    outcome.outputs = {Floats({2, 1}, {1.5f, -2.0f}), Integers({2}, {-1, 7}),    0.25, 3,
                       std::string("a\0b", 3),        Values{"inside", Values{}}};
    outcome.modified = {"x", "weight"};
    outcome.what = "what";
    outcome.file = "silu.cpp";
    outcome.line = 11;
    Writer writer;
    writer.put(true);
    writer.put(outcome);
    Reader reader(writer.bytes);
    CHECK(reader.get<bool>());
    const auto again = reader.get<Outcome>();
    CHECK(reader.at_end());
    CHECK(again.kind == outcome.kind);
    CHECK(close(Values(again.outputs), Values(outcome.outputs), {.rtol = 0, .atol = 0}));
    CHECK(again.modified == outcome.modified);
    CHECK((again.what == "what" && again.file == "silu.cpp" && again.line == 11));
    for (std::size_t size = 1; size < writer.bytes.size(); ++size) {
        Reader cut(std::string_view(writer.bytes).substr(0, size));
        cut.get<bool>();
        CHECK_THROWS_AS(cut.get<Outcome>(), std::runtime_error);
    }
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
