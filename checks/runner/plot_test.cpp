#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "grader/catch.hpp"
#include "scratch.hpp"
#include "terminal/text.hpp"

namespace {

/// At a terminal of so many columns.
Outcome at_width(int columns, const std::string& arguments) {
    const std::string out = "/tmp/learn-plot-" + std::to_string(::getpid()) + ".txt";
    const std::string terminal = "stty cols " + std::to_string(columns) + " rows 24; ";
    const std::string command = "LC_ALL=C.UTF-8 script -qec \"" + terminal + learn_command() + " " + arguments +
                                " 2>/dev/null\" /dev/null </dev/null >" + out;
    Outcome outcome;
    outcome.code = std::system(command.c_str());
    outcome.out = learn::read_file(out).value_or("");
    learn::fs::remove(out);
    return outcome;
}

nlohmann::json plotted(const std::string& body) {
    Scratch scratch;
    scratch.put("silu", silu_with(body));
    const Outcome outcome = learn_run("plot silu --json");
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK(learn::fs::is_empty(scratch.root() / "build/learn/run"));
    return outcome.json()["functions"][0];
}

std::string finding(const nlohmann::json& function, std::size_t i = 0) { return function["findings"].at(i); }

const std::string relu = "Tensor y = x; for (auto& v : y) v = v > 0 ? v / (1 + std::exp(-v)) : 0; return y;";
const std::string right_of = "Tensor y = x / (1.0f + xt::exp(-x)); for (std::size_t i = 0; i < x.size(); ++i) ";

}  // namespace

TEST_CASE("a right function agrees with the reference and nothing is marked or remembered") {
    Scratch scratch;
    scratch.solve("silu");
    const Outcome outcome = learn_run("plot silu");
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.out, "all 257 points of silu agree with the reference; ./learn check silu checks more"));
    CHECK_FALSE(contains(outcome.out, "^"));
    CHECK(contains(outcome.out, "▀ yours"));
    CHECK(learn_run("list --json").json()[0]["status"] == "unsolved");  // as last graded
}

TEST_CASE("a wrong branch is marked, counted and measured, in both languages") {
    Scratch scratch;
    scratch.put("silu", silu_with(relu));
    const Outcome outcome = learn_run("plot silu");
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.out, "silu differs for x < 0 (160 of 257 points), most at x = -1.28: by 0.28\n"));
    CHECK(contains(outcome.out, "^ they differ"));
    CHECK(contains(outcome.out, "      ^^^^^^^^"));
    CHECK(learn::lines(outcome.out).size() <= 23);
    CHECK(contains(learn_run("--lang zh plot silu").out,
                   "silu：x < 0 时与参考不同（257 个点中的 160 个），x = -1.28 处差得最多，差 0.28\n"));

    auto json = learn_run("plot silu --json").json();
    auto function = json["functions"][0];
    CHECK(json["id"] == "silu");
    CHECK(function["points"].size() == 257);
    CHECK(function["differing"] == 160);
    CHECK(function["largest_difference"]["x"] == -1.28125);
    CHECK(function["points"][0]["x"] == -5);
    CHECK(function["points"][0]["yours"] == 0);
    CHECK(function["points"][0]["reference"].get<double>() < -0.03);

    // A failed check offers it, and one that passes does not.
    CHECK(contains(learn_run("check silu").out, "see it: ./learn plot silu\n"));
    CHECK_FALSE(contains(learn_run("check linear").out, "./learn plot"));
    // Nor does one that fails where the picture shows nothing.
    scratch.put("silu", silu_with("const Tensor power = xt::exp(x); return x * power / (1.0f + power);"));
    CHECK(contains(learn_run("plot silu").out, "all 257 points"));
    const Outcome overflows = learn_run("check silu");
    CHECK(overflows.code == 1);
    CHECK_FALSE(contains(overflows.out, "./learn plot"));
}

TEST_CASE("a plot fits the terminal: 40, 80 and 120 columns") {
    Scratch scratch;
    scratch.put("silu", silu_with(relu));
    learn_run("plot silu");
    for (const int columns : {40, 80, 120}) {
        for (const char* language : {"en", "zh"}) {
            INFO(columns << language);
            const Outcome outcome = at_width(columns, std::string("--lang ") + language + " plot silu");
            CHECK(outcome.code == 0);
            std::size_t widest = 0;
            const auto all = learn::lines(learn::without_escapes(outcome.out));
            for (const auto& line : all) widest = std::max(widest, learn::width(line));
            INFO(outcome.out);
            CHECK(widest < static_cast<std::size_t>(columns));
            CHECK(widest > static_cast<std::size_t>(columns == 120 ? 90 : columns - 10));
            CHECK(all.size() <= 24);
        }
    }
}

TEST_CASE("without UTF-8 a plot is drawn in ASCII") {
    Scratch scratch;
    scratch.put("silu", silu_with(relu));
    const Outcome outcome = learn_run("plot silu", "export LC_ALL=C;");
    CHECK(contains(outcome.out, "# yours"));
    CHECK(contains(outcome.out, "#####"));
    CHECK(std::all_of(outcome.out.begin(), outcome.out.end(), [](unsigned char c) { return c < 0x80; }));
}

TEST_CASE("the picture is an SVG for light and dark, where it was asked for") {
    Scratch scratch;
    scratch.put("silu", silu_with(relu));
    CHECK(contains(learn_run("plot silu").out, "as a picture: build/learn/plots/silu.svg\n"));
    const std::string svg = learn::read_file(scratch.root() / "build/learn/plots/silu.svg").value_or("");
    CHECK(svg.starts_with("<svg "));
    CHECK(contains(svg, "@media (prefers-color-scheme: dark)"));
    CHECK(contains(svg, "fill-opacity=\"0.14\""));  // the band where they differ
    CHECK(contains(learn_run("plot silu --svg mine.svg", "cd /tmp &&").out, "as a picture: mine.svg\n"));
    CHECK(learn::read_file("/tmp/mine.svg") == svg);
    learn::fs::remove("/tmp/mine.svg");
    for (const char* wrong : {"--svg /nowhere/a.svg", "--svg /", "--svg ''", "--svg --json"}) {
        const Outcome outcome = learn_run(std::string("plot silu ") + wrong);
        CHECK(outcome.code == 2);
        CHECK(contains(outcome.err, "cannot write the picture \""));
        CHECK(outcome.out.empty());
    }
}

TEST_CASE("an unsolved stub shows the reference alone and says so") {
    const Scratch scratch;
    const Outcome outcome = learn_run("plot");  // the current exercise
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.out, "silu is not solved yet, so only the reference is drawn\n"));
    CHECK(contains(outcome.out, "⠒ reference"));
    CHECK_FALSE(contains(outcome.out, "yours"));
    CHECK(learn_run("plot --json").json()["functions"][0]["unsolved"] == true);
}

TEST_CASE("NaN and infinity are told with their places and the rest is drawn") {
    auto function =
        plotted(right_of + "{ if (x(i) > 2) y(i) = std::nanf(\"\"); if (x(i) == 0) y(i) = INFINITY; } return y;");
    CHECK(finding(function) == "silu is infinite for x = 0");
    CHECK(finding(function, 1) == "silu is NaN for x > 2");
    CHECK(function["points"][160]["yours"].is_null());
    CHECK(function["points"][161]["yours"].is_number());
    CHECK(function["differing"] == 0);
}

TEST_CASE("a crash, an exception and an early end cost their points alone") {
    auto function = plotted(
        "for (float v : x) { if (v < -4) *reinterpret_cast<volatile int*>(8) = 1; "
        "if (v == 0) _exit(0); }\n" +
        right_of + "{} return y;");
    CHECK(finding(function) ==
          "given all 257 numbers at once, silu crashes (Segmentation fault), so it got them one at a time");
    CHECK(finding(function, 1) == "silu crashes (Segmentation fault) for x < -4");
    CHECK(finding(function, 2) == "silu ends the program with code 0 for x = 0");
    CHECK(function["points"][40]["yours"].is_number());
    CHECK(learn_run("plot silu").code == 0);

    function =
        plotted("if (x.size() > 1) throw std::runtime_error(\"too \\033[2J large\");" + right_of + "{} return y;");
    CHECK(contains(finding(function), "throws \"too \\x1B[2J large\", so it got them one at a time"));
    CHECK(function["differing"] == 0);
    CHECK(finding(plotted("throw 1;")) ==
          "silu throws something that is not a std::exception, so only the reference is drawn");
}

TEST_CASE("an endless loop is ended and where it lies is found") {
    auto function = plotted("for (float v : x) { if (v < 0) for (volatile int i = 0;; i = i + 1) {} }\n" + right_of +
                            "{} return y;");
    CHECK(finding(function, 1) == "silu does not return (an endless loop?) for x < 0");
    CHECK(function["points"][160]["yours"].is_number());
}

TEST_CASE("another shape is told") {
    CHECK(finding(plotted("Tensor y = x / (1.0f + xt::exp(-x)); y.reshape({1, x.size()}); return y;")) ==
          "silu returns the shape (1, 257), not (257)");
    CHECK(contains(finding(plotted("return xt::zeros<float>({3});")), "returns the shape (3) for (257)"));
}

TEST_CASE("a program that crashes before it is asked leaves the reference") {
    Scratch scratch;
    scratch.put("silu",
                "#include \"silu.hpp\"\nstatic int early = *reinterpret_cast<volatile int*>(8);\n"
                "namespace tiny_llm {\nTensor silu(const Tensor& x) { return x; }\n}\n");
    const Outcome outcome = learn_run("plot silu");
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.out, "silu.cpp crashes (Segmentation fault), so only the reference"));  // in 80 columns
}

TEST_CASE("a file that does not compile is told as a check tells it") {
    Scratch scratch;
    scratch.put("silu", "#include \"silu.hpp\"\n\nTensor tiny_llm::silu(const Tensor& x) { return foo(x); }\n");
    const Outcome outcome = learn_run("plot silu");
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.out, "COMPILE ERROR"));
    CHECK(contains(outcome.out, "week1/01-silu/silu.cpp:3:"));
    CHECK(outcome.out == learn_run("check silu").out);
    CHECK(learn_run("plot silu --json").json()["status"] == "compile_error");
    scratch.put("silu", "#include \"silu.hpp\"\n");  // compiles, and does not link
    CHECK(contains(learn_run("plot silu").out, "tiny_llm::silu"));
    learn::fs::remove(scratch.file("silu"));
    const Outcome missing = learn_run("plot silu");
    CHECK(missing.code == 1);
    CHECK(contains(missing.out, "./learn reset silu"));
}

TEST_CASE("what cannot be drawn is refused in one line") {
    const Scratch scratch;
    CHECK(contains(learn_run("plot slu").err, "did you mean silu?"));
    for (const char* wrong : {"plot linear", "plot slu", "plot silu linear"}) {
        INFO(wrong);
        const Outcome outcome = learn_run(wrong);
        CHECK(outcome.code == 2);
        CHECK(outcome.out.empty());
        CHECK(learn::lines(outcome.err).size() == 1);
        CHECK(learn_run(std::string(wrong) + " --json").code == 2);
    }
    CHECK(learn_run("plot silu --svg").code == 2);
    CHECK(contains(learn_run("plot linear").err, "linear cannot be drawn; these can: silu"));
    CHECK(contains(learn_run("--lang zh plot linear").err, "linear 画不了图；能画的有：silu"));
}
