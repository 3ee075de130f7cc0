#include "grader/report.hpp"

#include <cstdlib>
#include <sstream>

#include "catch.hpp"
#include "row.hpp"
#include "tools/utf8/utf8.hpp"

using namespace grader;

namespace {

Call call_of(Floats x) { return {"", {{"x", std::move(x)}, {"eps", 1e-6}}}; }

Outcome returned(Value y) {
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
    const auto text = in("en", call_of(Floats({2, 3}, 0.0f)), returned(Floats({6}, 1.0f)),
                         {{Floats({2, 3}, 0.0f)}, {}, false, false});
    CHECK(has(text, "yours (6,)  expected (2, 3)"));
    CHECK_FALSE(has(text, "worst"));
}

TEST_CASE("NaN is said before the values, with how many and where") {
    const auto text = in("en", call_of(Floats({2, 2}, {1, 2, 3, 4})), returned(Floats({2, 2}, {1, 2, a_nan, 4})),
                         {{Floats({2, 2}, {1, 2, 3, 4})}, {}, false, false});
    CHECK(has(text, "1 of 4, first at (1, 0), all in row 1"));
    CHECK(text.find("nan/inf") < text.find("worst"));
}

TEST_CASE("the worst element is shown with the input that led to it") {
    const auto text = in("en", call_of(Floats({2, 2}, {1, 2, 3, 4})), returned(Floats({2, 2}, {1, 2, 3, 5})),
                         {{Floats({2, 2}, {1, 2, 3, 4})}, {}, false, false});
    CHECK(has(text, "1 of 4 (25.0 %), all in row 1"));
    CHECK(has(text, "(1, 1)  yours +5.00000  expected +4.00000"));
    CHECK(has(text, "eps        1e-06"));
    CHECK(has(text, "[3 4]"));
}

TEST_CASE("inputs and outputs are shown at the same columns") {
    Floats x({20}, 0.0f);
    for (std::size_t i = 0; i < 20; ++i) x.values[i] = static_cast<float>(i);
    Floats y = x;
    y.values[17] = 99;
    const auto text = in("en", call_of(x), returned(y), {{x}, {}, false, false});
    CHECK(has(text, "x          [... 15 16 17 18 19]"));
    CHECK(has(text, "yours      [... 15 16 99 18 19]"));
}

TEST_CASE("an edited input is named") {
    Outcome outcome = returned(row({1.0f}));
    outcome.modified = {"x"};
    CHECK(has(in("en", call_of(row({1.0f})), outcome, {{row({1.0f})}, {}, false, false}), "must be left as they were"));
    CHECK(has(in("zh", call_of(row({1.0f})), outcome, {{row({1.0f})}, {}, false, false}), "被改动"));
}

TEST_CASE("what was returned instead of an exception, and what was thrown instead of an answer") {
    const Expectation refuse{{}, {}, true, false};
    CHECK(has(in("en", call_of(row({1.0f})), returned(row({1.0f})), refuse), "returned (1,)"));
    Outcome threw;
    threw.kind = Outcome::Kind::other_exception;
    threw.what = std::string(200, 'w');
    threw.what += "\nsecond line";
    const auto text = in("en", call_of(row({1.0f})), threw, {{row({1.0f})}, {}, false, false});
    CHECK(has(text, "second line"));
    threw.what = "Incompatible dimension of arrays:\n LHS shape = (2)\n RHS shape = (3)";
    CHECK(has(in("en", call_of(row({1.0f})), threw, {{row({1.0f})}, {}, false, false}), "arrays: LHS shape = (2) RHS"));
}

TEST_CASE("every line begins with a bar and is at most 74 columns wide, in both languages") {
    const Floats wide({40, 300}, 1.234567e-7f);
    Floats wrong = wide;
    wrong.row(17)[250] = -9.87654e20f;
    for (const char* language : {"en", "zh"}) {
        std::istringstream lines(in(language, call_of(wide), returned(wrong), {{wide}, {}, false, false}));
        for (std::string line; std::getline(lines, line);) {
            CHECK(line.starts_with("|"));
            CHECK(utf8::columns(line) <= 74);
        }
    }
}

TEST_CASE("whole numbers, text and several values are shown where they first differ") {
    const Call call{"", {{"ids", Integers({3}, {5, 6, 7})}, {"word", "low\n\xFF"}}};
    const auto text = [&](Value yours, Value wanted) {
        return in("en", call, returned(std::move(yours)), {{std::move(wanted)}, {}, false, false});
    };
    const auto ids = text(Integers({3}, {5, 9, 9}), Integers({3}, {5, 6, 7}));
    CHECK(has(ids, "2 of 3, first at (1,)"));
    CHECK(has(ids, "yours      [5 9 9]"));
    CHECK(has(ids, "word       \"low\\n\\xFF\""));
    CHECK(has(text("lo w", "low"), "from byte 2 on"));
    CHECK(has(text(Values{"a"}, Values{"a", "b"}), "yours 1, expected 2"));
    CHECK(has(text(Integers({3}, {5, 6, 7}), Integers({1, 3}, {5, 6, 7})), "yours (3,)  expected (1, 3)"));
    CHECK(has(text(Floats({3}, 1.0f), Integers({3}, {1, 1, 1})), "shape"));
}

TEST_CASE("draws that do not fit are shown with the number that came too often") {
    const Expectation expected{{Floats({2}, {0.5f, 0.5f})}, {}, false, true};
    const auto text =
        in("en", call_of(row({1.0f})), returned(Integers({100}, std::vector<std::int64_t>(100, 1))), expected);
    CHECK(has(text, "100, expected about 50.0"));
}

TEST_CASE("of several outputs the report says which it speaks of") {
    Outcome outcome = returned(row({1.0f}));
    outcome.outputs.push_back(row({3.0f}));
    Expectation expected{{row({1.0f}), row({2.0f})}, {}, false, false, {"normalized", "residual"}};
    CHECK(in("en", call_of(row({1.0f})), outcome, expected).starts_with("| output     residual\n"));
    expected.names.clear();
    CHECK_FALSE(has(in("en", call_of(row({1.0f})), outcome, expected), "output "));
}
