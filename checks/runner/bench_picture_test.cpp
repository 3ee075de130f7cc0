#include "bench/picture.hpp"
#include "grader/catch.hpp"
#include "terminal/language.hpp"
#include "terminal/text.hpp"

using namespace learn;

namespace {

/// An operation with two shapes and a row of each contender at these ratios, limit last.
BenchResults timed(const std::vector<std::pair<std::string, double>>& ratios) {
    BenchResults results;
    std::string impls;
    for (const auto& [impl, ratio] : ratios) impls += (impls.empty() ? "\"" : ",\"") + impl + "\"";
    results.read("{\"event\":\"plan\",\"op\":\"silu\",\"shapes\":[\"1x64\",\"512x64\"],\"impls\":[" + impls + "]}\n");
    for (const std::string shape : {"1x64", "512x64"}) {
        for (const auto& [impl, ratio] : ratios) {
            results.read("{\"event\":\"row\",\"op\":\"silu\",\"shape\":\"" + shape + "\",\"impl\":\"" + impl +
                         "\",\"threads\":1,\"median_ms\":" + std::to_string(ratio) +
                         ",\"ratio_to_limit\":" + std::to_string(ratio) + "}\n");
        }
    }
    results.read("{\"event\":\"end\"}\n");
    return results;
}

std::size_t bar_length(const std::string& line) {
    std::size_t n = 0;
    for (std::size_t at = line.find("█"); at != line.npos; at = line.find("█", at + 1)) ++n;
    return n;
}

std::vector<std::string> picture(const BenchResults& results, std::size_t columns = 80) {
    return lines(bench_text(results, results.plans.at(0), {{columns, 24}, false}));
}

}  // namespace

TEST_CASE("a bar is as long as its contender is fast, and the limit's line stands at the limit") {
    const auto text = picture(timed({{"yours", 2}, {"eigen", 4}, {"step:plain", 1000}, {"limit", 1}}));
    const std::size_t yours = bar_length(text.at(1)), eigen = bar_length(text.at(2)), limit = bar_length(text.at(4));
    CHECK(limit >= 38);
    CHECK((yours == limit / 2 || yours + 1 == limit / 2));
    CHECK((eigen == limit / 4 || eigen + 1 == limit / 4));
    CHECK(bar_length(text.at(3)) == 0);
    CHECK(text.at(3).find("▏") != std::string::npos);  // what has run is never nothing
    const auto line_at = [](const std::string& line) { return width(line.substr(0, line.find("│"))); };
    for (int i : {1, 2, 3}) CHECK(line_at(text.at(i)) == line_at(text.at(4)));
    CHECK(text.at(4).find("│") != std::string::npos);
    for (const std::string& line : text) CHECK(width(line) < 80);
}

TEST_CASE("what is faster than the limit crosses its line, and no bar leaves the page") {
    for (const double ratio : {0.99, 0.8, 0.1}) {
        const auto text = picture(timed({{"onednn", ratio}, {"limit", 1}}));
        CHECK(bar_length(text.at(1)) > bar_length(text.at(2)) - (ratio == 0.99));
        for (const std::string& line : text) CHECK(width(line) < 80);
    }
}

TEST_CASE("a page fits terminals of 50, 80 and 120 columns in both languages") {
    const BenchResults results =
        timed({{"yours", 1.5}, {"solution", 1.1}, {"step:with-a-very-long-name", 3}, {"limit", 1}});
    for (const Language spoken : {Language::en, Language::zh}) {
        set_language(spoken);
        for (const std::size_t columns : {50, 80, 120}) {
            std::size_t widest = 0;
            for (const std::string& line : picture(results, columns)) widest = std::max(widest, width(line));
            CHECK(widest < columns);
            CHECK(widest > std::min<std::size_t>(columns, 100) - 5);
        }
    }
    set_language(Language::en);
}

TEST_CASE("the medal stands beside the learner's name, and only where medals are given") {
    BenchResults results = timed({{"yours", 1.3}, {"solution", 1.1}, {"limit", 1}});
    for (const bool with_medals : {true, false}) {
        results.with_medals = with_medals;
        const auto text = picture(results);
        CHECK(text.at(1).starts_with(with_medals ? "  yours (silver) █" : "  yours    █"));
        CHECK(text.at(2).starts_with(with_medals ? "  solution       █" : "  solution █"));
        CHECK((bench_svg(results).find(">yours (silver)</text>") != std::string::npos) == with_medals);
    }
}

TEST_CASE("times and ratios have three digits and the unit that fits") {
    CHECK(time_text(0.0000421) == "0.04 µs");
    CHECK(time_text(0.00421) == "4.21 µs");
    CHECK(time_text(0.9994) == "999 µs");
    CHECK(time_text(0.9996) == "1.00 ms");
    CHECK(time_text(93.04) == "93.0 ms");
    CHECK(time_text(999.4) == "999 ms");
    CHECK(time_text(1250) == "1.25 s");
    CHECK(ratio_text(1.078) == "1.08×");
    CHECK(ratio_text(9.997) == "10.0×");
    CHECK(ratio_text(123.4) == "123×");
    CHECK(bench_shape("512x896x4864") == "512 × 896 × 4864");
}

TEST_CASE("lines come in pieces, with a contender's own output between them") {
    BenchResults results;
    std::string finished;
    long done = 0;
    results.on_finished = [&](const std::string& op) { finished += op + " "; };
    results.on_progress = [&](const BenchProgress& now) { done = now.done; };
    const std::string all =
        "hello\n{\"event\":\"start\",\"cpu\":\"x\"}\n{\"event\":\"plan\",\"op\":\"silu\",\"shapes\":[\"1x2\"],\"impls\":[\"limit\",7]}\n"
        "\x1b[2J{\"event\":\"progress\",\"op\":\"silu\",\"shape\":\"1x2\",\"done\":3,\"of\":9}\n{\"event\":\"row\"\n[]\n{\"event\":7}\n"
        "{\"event\":\"row\",\"op\":\"silu\",\"shape\":\"1x2\",\"impl\":\"limit\",\"threads\":\"many\"}\n"
        "{\"event\":\"plan\",\"op\":\"linear\"}\n{\"event\":\"end\"}\n";
    for (const char c : all) results.read(std::string(1, c));
    CHECK(results.start["cpu"] == "x");
    CHECK(finished == "silu linear ");
    CHECK(done == 3);
    REQUIRE(results.rows.size() == 1);
    CHECK(results.rows[0].threads == 1);
    CHECK(results.plan("silu")->impls == std::vector<std::string>{"limit"});
    CHECK(results.ended());
    CHECK_FALSE(bench_text(results, *results.plan("silu"), {{80, 24}, false}).empty());
    CHECK(bench_text(results, *results.plan("linear"), {{80, 24}, false}).empty());
    results.forget("silu");
    CHECK(results.rows.empty());
    CHECK(results.plans.size() == 1);
}

TEST_CASE("numbers that no integer holds and values deeper than any stack harm nobody") {
    BenchResults results;
    results.read(
        R"({"event":"start","cpu":"C","cores":1e300,"blas":7})"
        "\n"
        R"({"event":"plan","op":"silu","shapes":["1x8"],"impls":["yours"]})"
        "\n"
        R"({"event":"progress","op":"silu","done":1e300,"of":-1e300})"
        "\n"
        R"({"event":"row","op":"silu","shape":"1x8","impl":"yours","threads":1e300,"median_ms":1e300,"ratio_to_limit":1e-300})"
        "\n");
    results.read(R"({"event":"row","op":"silu","shape":"1x8","impl":"limit","x":)" + std::string(1 << 20, '[') +
                 std::string(1 << 20, ']') + "}\n");
    REQUIRE(results.rows.size() == 2);
    CHECK(results.rows[0].threads >= 1);
    CHECK(results.rows[1].json.dump().size() < 1000);
    CHECK(bench_machine(results).find("C") != std::string::npos);
    CHECK(bench_text(results, results.plans[0], {{80, 24}, false}).size() < 10000);
    CHECK(bench_svg(results).size() < 100000);
}

TEST_CASE("an SVG holds no character that XML does not allow in text") {
    BenchResults results = timed({{"step:a<b&c", 2}, {"limit", 1}});
    const std::string svg = bench_svg(results);
    CHECK(svg.find("a&lt;b&amp;c") != std::string::npos);
    CHECK(svg.find("a<b") == std::string::npos);
}
