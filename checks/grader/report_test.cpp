#include "grader/report.hpp"

#include <cstdlib>
#include <sstream>

#include "grader/catch.hpp"
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

TEST_CASE("what is allowed stands below where it has no room behind") {
    Floats x({151936}, 0.0f), y = x;
    y.values[151935] = -1e-9f;
    const auto text = in("en", call_of(x), returned(y), {{x}, {1e-12, 0}, false, false});
    CHECK(has(text, "\n|            allowed "));
    CHECK_FALSE(has(text, "...\n| nan/inf"));
}

TEST_CASE("a double that is no float is shown whole") {
    const auto shown = [](double u) { return shapes({"", {{"u", u}}}); };
    CHECK(shown(0.5 - 1e-12) == "u 0.499999999999");
    CHECK(shown(1 - 0x1p-53) == "u 0.9999999999999999");
    CHECK(shown(0.9f) == "u 0.9");
    CHECK(shown(1e-6) == "u 1e-06");
    CHECK(shown(NAN) == "u nan");
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

TEST_CASE("a short row is shown whole, and a longer one around what is wrong") {
    const auto text = [](Floats y) {
        Floats x = y;
        x.values.back() = 0;
        return in("en", call_of(x), returned(y), {{x}, {}, false, false});
    };
    CHECK(has(text(row({1, 3, 0, 2, -1, 5})), "yours      [1 3 0 2 -1 5]\n"));
    CHECK(has(text(row({1, 2, 3, 4, 5, 6, 7, 8})), "yours      [1 2 3 4 5 6 7 8]\n"));
    CHECK(has(text(row({1, 2, 3, 4, 5, 6, 7, 8, 9})), "yours      [... 7 8 9]\n"));
    CHECK(has(text({{8}, -1.23457e7f}), "yours      [... -1.23457e+07 -1.23457e+07 -1.23457e+07]\n"));
}

TEST_CASE("the place in a tensor of three axes is told by its own axes, and a small one is shown whole") {
    const auto report_of = [](const char* language, std::vector<std::size_t> shape) {
        Floats x(shape, 1.0f), y(shape, 1.0f);
        y.values[1] = 3;
        return in(language, call_of(x), returned(y), {{x}, {}, false, false});
    };
    const std::string small = report_of("en", {2, 4, 1});
    CHECK(has(small, "yours      [[[1] [3] [1] [1]] [[1] [1] [1] [1]]]\n"));
    CHECK(has(small, "all in row (0, 1)\n"));
    CHECK(has(report_of("en", {2, 9, 1}), "yours      row (0, 1): [3]\n"));
    CHECK(has(report_of("zh", {2, 9, 1}), "你的       下标 (0, 1)：[3]\n"));
    CHECK(has(report_of("zh", {2, 9, 1}), "，都在下标 (0, 1) 那一行\n"));
    CHECK(has(report_of("en", {17, 1}), "yours      row 1: [3]\n"));
}

TEST_CASE("a NaN has no sign") {
    const auto text =
        in("en", {"", {{"x", row({-a_nan})}, {"u", -NAN}}}, returned(row({-a_nan})), {{row({1.0f})}, {}, false, false});
    CHECK(has(text, "yours      [nan]"));
    CHECK_FALSE(has(text, "-nan"));
}

TEST_CASE("nothing stands above values that need no words") {
    CHECK(in("en", {"", {{"logits", row({1.0f})}}}, returned(0), {{Value(1)}, {}, false, false})
              .starts_with("| logits     [1]\n"));
}

TEST_CASE("an exception that a test catches itself is reported like any other") {
    const Call call{"append", {{"new key", Floats({3, 2, 3}, 0.0f)}}};
    Outcome outcome = returned(another_exception);
    outcome.outputs.push_back(5);
    const Expectation expected{{the_refusal, 5}, {}, false, false, {"thrown", "length"}};
    CHECK(in("en", call, outcome, expected) ==
          "| expected   std::invalid_argument: this has to be refused\n"
          "| yours      threw another exception\n"
          "| inputs     new key (3, 2, 3)");
    CHECK(has(in("zh", call, outcome, expected), "你的       抛出了别的异常\n| 输入       新的 key (3, 2, 3)"));
    outcome.outputs[0] = "nothing";
    CHECK(has(in("en", call, outcome, expected), "yours      threw nothing\n"));
    outcome.outputs = {the_refusal, 6};
    CHECK(has(in("en", call, outcome, expected), "output     length\n"));
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
    CHECK(has(in("en", call_of(row({1.0f})), returned(0), refuse), "returned 0\n"));
    CHECK(has(in("zh", call_of(row({1.0f})), returned(0), refuse), "返回了 0\n"));
    Outcome threw;
    threw.kind = Outcome::Kind::other_exception;
    threw.what = std::string(200, 'w');
    threw.what += "\nsecond line";
    const auto text = in("en", call_of(row({1.0f})), threw, {{row({1.0f})}, {}, false, false});
    CHECK(has(text, "second line"));
    threw.what = "";  // of a std::exception or of anything else
    CHECK(has(in("en", call_of(row({1.0f})), threw, {{row({1.0f})}, {}, false, false}),
              "an exception without a message"));
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
    CHECK(has(text("lo w", "low"), "first at byte 2;"));
    CHECK(has(text(Values{"a"}, Values{"a", "b"}), "yours 1, expected 2"));
    CHECK(has(text(Integers({3}, {5, 6, 7}), Integers({1, 3}, {5, 6, 7})), "yours (3,)  expected (1, 3)"));
    CHECK(has(text(Floats({3}, 1.0f), Integers({3}, {1, 1, 1})), "shape"));
}

TEST_CASE("two texts stand below each other, with a mark below where they first differ") {
    const auto report_of = [](Value yours, Value wanted) {
        return in("en", {}, returned(std::move(yours)), {{std::move(wanted)}, {}, false, false});
    };
    CHECK(has(report_of("ab\n c \"\\", "ab\n d"),
              "first at byte 4; yours has 8 bytes, expected 5\n"
              "|\n"
              "| yours      \"ab\\n c \\\"\\\\\"\n"
              "| expected   \"ab\\n d\"\n"
              "|                  ^"));
    // What nobody sees, or a terminal would obey; half a character beside the whole one.
    CHECK(has(report_of("\uFFFD\uFFFD \u00A0\u200B\u202E\x1B[2J\xE4\xB8", "x"),
              R"(yours      "\u{FFFD}\u{FFFD} \u{00A0}\u{200B}\u{202E}\x1B[2J\xE4\xB8")"));
    // A literal that C++ reads as these bytes.
    CHECK(has(report_of("\xE4\xB8"
                        "A\x01"
                        "fg\xFFg",
                        "x"),
              R"(yours      "\xE4\xB8" "A\x01" "fg\xFFg")"));
    CHECK(has(report_of("\uFFFF\uFDD0\uE000\U00050000\U000F0000\U0010FFFD", "x"),
              R"(yours      "\u{FFFF}\u{FDD0}\u{E000}\u{50000}\u{F0000}\u{10FFFD}")"));
    CHECK(has(report_of("中\xE4\xB8", "中中"),
              "| yours      \"中\\xE4\\xB8\"\n"
              "| expected   \"中中\"\n"
              "|               ^"));
    CHECK(has(report_of("a", "a\n"),
              "| yours      \"a\"\n"
              "| expected   \"a\\n\"\n"
              "|              ^"));
    const std::string before(500, 'x'), behind(500, 'z');
    const auto long_ones = report_of(before + "a" + behind, before + "b" + behind);
    CHECK(has(long_ones, "| yours      ... \"xxxxxxxxxxxxxxxxxxxxxxxxxazzzz"));
    CHECK(has(long_ones, "zzzz\" ...\n| expected   ... \"xxxxxxxxxxxxxxxxxxxxxxxxxbzzzz"));
    CHECK(has(long_ones, "\n|" + std::string(12 + 5 + 25, ' ') + "^"));
}

TEST_CASE("lists of texts are shown as lists, without the test's own switches") {
    const auto report_of = [](Value yours, Value wanted) {
        const Call call{
            "", {{"compared_without_words", std::int64_t{1}}, {"words", Values{Values{"low", 5}, Values{"lower", 2}}}}};
        return in("en", call, returned(std::move(yours)), {{std::move(wanted)}, {}, false, false});
    };
    CHECK(has(report_of(Values{"lo", "w"}, Values{"low"}),
              "| how many   yours 2, expected 1\n"
              "| differ     first at element 0, counted from 0\n"
              "|\n"
              "| words      [[\"low\", 5], [\"lower\", 2]]\n"
              "| yours      [\"lo\", \"w\"]\n"
              "| expected   [\"low\"]\n"
              "|             ^"));
    Values yours, expected;
    for (int i = 0; i < 100; ++i) yours.push_back("word"), expected.push_back(i < 50 ? "word" : "other");
    const auto text = report_of(yours, expected);
    CHECK(has(text, "| yours      [... \"word\", \"word\", \"word\", \"word\", "));
    CHECK(has(text, "\"word\" ...]\n| expected   [... \"word\", \"word\", \"word\", \"other\", "));
    // Long texts stand on lines of their own, below those that led to them.
    Values mine(7, std::string(30, 'b')), right = mine;
    right[6] = "c";
    const std::string b = "\"" + std::string(30, 'b') + "\"\n";
    const std::string both = "| both 2     " + b + "| both 3     " + b + "| both 4     " + b + "| both 5     " + b;
    CHECK(has(report_of(mine, right), "]\n" + both + "| yours 6    " + b + "| expected 6 \"c\""));
    const std::string lines = "| yours 1    \"" + std::string(55, 'b') + "\" ...\n";
    CHECK(has(report_of(Values{"a", std::string(80, 'b')}, Values{"a", "c"}), lines));
}

TEST_CASE("any text gives a report that a terminal shows as it is") {
    for (const char* language : {"en", "zh"}) {
        for (unsigned seed = 0; seed < 300; ++seed) {
            const auto random = [&](unsigned more) {
                std::string bytes;
                const Floats numbers = counted({seed % 97}, 1000 * more + seed, 128);
                for (const float one : numbers) bytes += static_cast<char>(static_cast<int>(one));
                return seed % 3 == 0 ? "中文 " + bytes : bytes;
            };
            const Value yours = random(1), wanted = random(2), both[] = {Values{yours, wanted}, Values{wanted, yours}};
            const Call call{"", {{"text", random(3)}, {"texts", both[0]}}};
            Outcome threw;
            threw.kind = Outcome::Kind::other_exception;
            threw.what = random(4);
            for (const std::string& text : {in(language, call, returned(yours), {{wanted}, {}, false, false}),
                                            in(language, call, returned(both[0]), {{both[1]}, {}, false, false}),
                                            in(language, call, threw, {{wanted}, {}, false, false})}) {
                std::istringstream lines(text);
                for (std::string line; std::getline(lines, line);) {
                    CHECK(line.starts_with("|"));
                    CHECK(utf8::columns(line) <= 74);
                    for (std::string_view rest = line; !rest.empty(); rest.remove_prefix(utf8::first(rest).bytes)) {
                        const utf8::Character c = utf8::first(rest);
                        if (!c.valid || c.code < 0x20 || c.code == 0x7F || c.code == 0xFFFD) FAIL_CHECK(line);
                    }
                }
            }
        }
    }
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
