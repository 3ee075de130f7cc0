#include "story/planted_mistake.hpp"

#include "grader/catch.hpp"
#include "system/errors.hpp"
#include "terminal/language.hpp"
#include "terminal/text.hpp"

using namespace learn;

namespace {

Course real_course() {
    Course course;
    course.source_dir = TINY_LLM_SOURCE_DIR;
    course.graders_dir = TINY_LLM_BUILD;
    for (const auto& [id, chapter] : {std::pair("rms_norm", "week1/02-rms-norm"), std::pair("gelu", "week1/01-silu")}) {
        Exercise e;
        e.id = id;
        e.chapter = chapter;
        course.exercises.push_back(e);
    }
    course.parts = {"rms_norm"};
    return course;
}

std::string refused(const std::string& id) {
    try {
        planted_mistake(real_course(), id);
    } catch (const SetupError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a planted mistake says what is wrong, in both languages") {
    const PlantedMistake mistake = planted_mistake(real_course(), "rms_norm/layer-norm");
    CHECK(mistake.part == "rms_norm");
    CHECK(contains(mistake.source, "#include \"tests/week1/02-rms-norm/rms_norm/as_part.hpp\""));
    CHECK(contains(mistake.source, "make(\"layer-norm\")"));
    CHECK(mistake.text.starts_with("This is LayerNorm: "));
    CHECK(contains(mistake.text, "standard deviation. RMSNorm leaves"));
    CHECK_FALSE(contains(mistake.text, "//"));
    set_language(Language::zh);
    const std::string chinese = planted_mistake(real_course(), "rms_norm/layer-norm").text;
    set_language(Language::en);
    CHECK(chinese.starts_with("这是 LayerNorm"));
    CHECK_FALSE(contains(chinese, "This is"));
}

TEST_CASE("an unknown mistake gets the nearest name or all names") {
    CHECK(contains(refused("rms_norm/layernorm"), "did you mean rms_norm/layer-norm?"));
    CHECK(contains(refused("rms_norm/zzzzzzzzzzzzzzzzzz"), "no-eps,"));
    CHECK(contains(refused("rms_norm"), "has no mistake"));
    CHECK(contains(refused("gelu/relu"), "gelu is not a part of the model; its parts are: rms_norm"));
    CHECK(contains(refused(""), "not a part"));
    CHECK(contains(refused("rms_norm/../rms_norm/no-eps"), "has no mistake"));
}

TEST_CASE("the mistakes of a part are listed on lines of their own") {
    const auto mistakes = mistakes_of(real_course(), "rms_norm");
    CHECK(mistakes.at("layer-norm").starts_with("This is LayerNorm: "));
    const std::string all = listed(mistakes);
    CHECK(all.starts_with("\n  abs-for-square, "));
    for (const std::string& line : lines(all)) CHECK(width(line) <= 78);
    CHECK_THROWS_AS(mistakes_of(real_course(), "gelu"), SetupError);
}
