#include "support/report.hpp"

#include <cstdlib>
#include <limits>
#include <sstream>

#include "support/catch.hpp"

using namespace grader;

namespace {

constexpr float a_nan = std::numeric_limits<float>::quiet_NaN();

Call call_of(Tensor x) { return {{{"x", std::move(x)}}, {{"eps", 1e-6f}}, ""}; }

Outcome returned(Tensor y) {
    Outcome outcome;
    outcome.outputs = {std::move(y)};
    return outcome;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string in(const char* language, const Call& call, const Outcome& outcome, const Expectation& expected) {
    ::setenv("TINY_LLM_LANG", language, 1);
    const std::string text = report(call, outcome, expected);
    ::setenv("TINY_LLM_LANG", "en", 1);
    return text;
}

}  // namespace

TEST_CASE("a wrong shape is said before any value") {
    const auto text = in("en", call_of(xt::zeros<float>({2, 3})), returned(xt::ones<float>({6})),
                         {{xt::zeros<float>({2, 3})}, {}, false});
    CHECK(has(text, "yours (6,)  expected (2, 3)"));
    CHECK_FALSE(has(text, "worst"));
}

TEST_CASE("NaN is said before the values, with how many and where") {
    const auto text = in("en", call_of(Tensor{{1, 2}, {3, 4}}), returned(Tensor{{1, 2}, {a_nan, 4}}),
                         {{Tensor{{1, 2}, {3, 4}}}, {}, false});
    CHECK(has(text, "1 of 4, first at (1, 0), all in row 1"));
    CHECK(text.find("nan/inf") < text.find("worst"));
}

TEST_CASE("the worst element is shown with the input that led to it") {
    const auto text = in("en", call_of(Tensor{{1, 2}, {3, 4}}), returned(Tensor{{1, 2}, {3, 5}}),
                         {{Tensor{{1, 2}, {3, 4}}}, {}, false});
    CHECK(has(text, "1 of 4 (25.0 %), all in row 1"));
    CHECK(has(text, "(1, 1)  yours +5.00000  expected +4.00000"));
    CHECK(has(text, "eps        1e-06"));
    CHECK(has(text, "[3 4]"));
}

TEST_CASE("inputs and outputs are shown at the same columns") {
    const Tensor x = xt::arange<float>(20);
    Tensor y = x;
    y(17) = 99;
    const auto text = in("en", call_of(x), returned(y), {{x}, {}, false});
    CHECK(has(text, "x          [... 15 16 17 18 19]"));
    CHECK(has(text, "yours      [... 15 16 99 18 19]"));
}

TEST_CASE("an edited input is named") {
    Outcome outcome = returned(Tensor{1.0f});
    outcome.modified = {"x"};
    CHECK(has(in("en", call_of(Tensor{1.0f}), outcome, {{Tensor{1.0f}}, {}, false}), "must be left as they were"));
    CHECK(has(in("zh", call_of(Tensor{1.0f}), outcome, {{Tensor{1.0f}}, {}, false}), "被改动"));
}

TEST_CASE("what was returned instead of an exception, and what was thrown instead of an answer") {
    const Expectation refuse{{}, {}, true};
    CHECK(has(in("en", call_of(Tensor{1.0f}), returned(Tensor{1.0f}), refuse), "returned (1,)"));
    Outcome threw;
    threw.kind = Outcome::Kind::other_exception;
    threw.what = std::string(200, 'w');
    threw.what += "\nsecond line";
    const auto text = in("en", call_of(Tensor{1.0f}), threw, {{Tensor{1.0f}}, {}, false});
    CHECK(has(text, "www..."));
    threw.what = "Incompatible dimension of arrays:\n LHS shape = (2)\n RHS shape = (3)";
    CHECK(has(in("en", call_of(Tensor{1.0f}), threw, {{Tensor{1.0f}}, {}, false}), "arrays: LHS shape = (2) RHS"));
}

TEST_CASE("every line begins with a bar and is at most 74 columns wide, in both languages") {
    const Tensor wide = xt::ones<float>({40, 300}) * 1.234567e-7f;
    Tensor wrong = wide;
    wrong(17, 250) = -9.87654e20f;
    for (const char* language : {"en", "zh"}) {
        std::istringstream lines(in(language, call_of(wide), returned(wrong), {{wide}, {}, false}));
        for (std::string line; std::getline(lines, line);) {
            std::size_t columns = 0;
            for (const unsigned char c : line) columns += c < 0x80 ? 1 : c >= 0xE0 ? 2 : 0;
            CHECK(line.starts_with("|"));
            CHECK(columns <= 74);
        }
    }
}
