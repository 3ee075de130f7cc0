// On what the programs of the two exercises print that the scratch course does not have.

#include "grader/catch.hpp"
#include "grading/grader_run.hpp"
#include "plot/picture.hpp"
#include "terminal/language.hpp"
#include "terminal/text.hpp"

using namespace learn;

namespace {

tools::Json answers(const std::string& id) {
    const Course course = read_course(TINY_LLM_BUILD);
    return tools::parse_json(ask_for_plot(course, *course.find(id), {course.answer(id, "given"), "", {}}).json);
}

std::vector<std::string> drawn(const std::vector<PlotPanel>& panels, std::size_t columns, bool ascii = false) {
    std::vector<std::string> text;
    for (const PlotPanel& panel : panels) {
        for (const std::string& line : findings(panel, "gelu")) text.push_back(line);
    }
    return lines(plot_text(panels, text, {{columns, 24}, ascii}));
}

}  // namespace

TEST_CASE("both functions of gelu are drawn, within 24 lines") {
    const tools::Json reference = answers("gelu");
    tools::Json yours = reference;
    for (tools::Json& point : yours["panels"][1]["points"]) {
        if (point["x"] > 1) point["y"] = 0;
    }
    const auto panels = read_panels(reference, yours);
    REQUIRE(panels.size() == 2);
    CHECK(findings(panels[0], "gelu")[0] ==
          "all 257 points of gelu agree with the reference; ./learn check gelu checks more");
    CHECK(findings(panels[1], "gelu")[0] == "gelu_tanh differs for x > 1 (64 of 257 points), most at x = 3: by 3");
    for (const std::size_t columns : {40, 80, 120}) {
        const auto all = drawn(panels, columns);
        CHECK(all.size() <= 24);
        for (const auto& line : all) CHECK(width(line) < columns);
    }
    CHECK(plot_svg(panels).find("gelu_tanh") != std::string::npos);
}

TEST_CASE("a row is drawn as bars, and the elements that differ are named") {
    const tools::Json reference = answers("rms_norm");
    tools::Json yours = reference;
    yours["panels"][0]["points"][4]["y"] = 1.5;
    yours["panels"][0]["points"][6]["y"] = "nan";
    const auto panels = read_panels(reference, yours);
    REQUIRE(panels.size() == 1);
    const auto found = findings(panels[0], "rms_norm");
    REQUIRE(found.size() == 2);
    CHECK(found[0].starts_with("rms_norm differs in x[4] (1 of 8 elements), most at x[4]: by "));
    CHECK(found[1] == "rms_norm is NaN in x[6]");
    for (const std::size_t columns : {40, 80, 120}) {
        const auto all = drawn(panels, columns);
        CHECK(all.size() <= 24);
        std::string text;
        for (const auto& line : all) {
            CHECK(width(line) < columns);
            text += line + "\n";
        }
        CHECK(text.find("░") != text.npos);
        CHECK(text.find("▒") != text.npos);
        CHECK(text.find("█") != text.npos);
        CHECK(text.find("^") != text.npos);
    }
    set_language(Language::zh);
    CHECK(findings(read_panels(reference, yours)[0], "rms_norm")[1] == "rms_norm：x[6] 是 NaN");
    CHECK(read_panels(reference, yours)[0].note.find("特意取大") != std::string::npos);
    set_language(Language::en);
}

TEST_CASE("an answer far outside is drawn at the edge and does not flatten the rest") {
    PlotPanel panel;
    panel.name = "f";
    for (int i = 0; i < 50; ++i) panel.points.push_back({i / 10.0, i / 10.0, i < 25 ? i / 10.0 : 1e30, ""});
    CHECK(range_of(panel).high < 11);
    std::string text;
    for (const auto& line : drawn({panel}, 80)) text += line + "\n";
    CHECK(text.find("↑") != text.npos);
    CHECK(text.find("differs for x > 2.4 (25 of 50 points), most at x = 2.5: by 1e+30") != text.npos);
}

TEST_CASE("ticks are round numbers and no more than asked for") {
    CHECK(ticks({-5, 3}, 10) == std::vector<double>{-5, -4, -3, -2, -1, 0, 1, 2, 3});
    CHECK(ticks({-0.3, 2.9}, 4) == std::vector<double>{0, 1, 2});
    CHECK(ticks({0, 1e6}, 2).size() <= 3);
}
