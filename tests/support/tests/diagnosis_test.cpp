// A toy exercise: y = x, and an empty x must be refused.
#include "support/diagnosis.hpp"

#include <stdexcept>

#include "support/catch.hpp"
#include "support/setup.hpp"

using namespace grader;

namespace {

using Names = std::vector<std::string>;

void refuse_empty(const Call& c) {
    if (c["x"].size() == 0) throw std::invalid_argument("empty");
}

std::vector<Tensor> doubled(Call& c) {
    refuse_empty(c);
    return {c["x"] * 2.0f};
}
std::vector<Tensor> squared(Call& c) {
    refuse_empty(c);
    return {c["x"] * c["x"]};
}
std::vector<Tensor> accepts_empty(Call& c) { return {c["x"]}; }
std::vector<Tensor> edits(Call& c) {
    refuse_empty(c);
    Tensor y = c["x"];
    c["x"] += 1.0f;
    return {y};
}
std::vector<Tensor> doubled_and_accepts_empty(Call& c) { return {c["x"] * 2.0f}; }
std::vector<Tensor> doubled_otherwise(Call& c) {
    refuse_empty(c);
    return {(c["x"] + c["x"]) * (1.0f + 1e-7f)};
}
std::vector<Tensor> tripled(Call& c) {
    refuse_empty(c);
    return {c["x"] * 3.0f};
}
std::vector<Tensor> half_unknown(Call& c) {
    refuse_empty(c);
    return {Tensor{c["x"](0) * 3.0f, anything()}};
}
std::vector<Tensor> right(Call& c) {
    refuse_empty(c);
    return {c["x"]};
}

const std::vector<Mistake> mistakes{
    {"doubled", &doubled}, {"squared", &squared}, {"accepts-empty", &accepts_empty}, {"edits", &edits}};

/// Three calls, graded: [2, 2], which doubled and squared answer alike, [3, 5], and an empty one.
std::vector<Record> records_of(Answer answer, std::size_t calls = 3) {
    const std::vector<Tensor> inputs{Tensor{2.0f, 2.0f}, Tensor{3.0f, 5.0f}, xt::zeros<float>({0})};
    std::vector<Record> records;
    for (std::size_t i = 0; i < calls; ++i) {
        const Call call{{{"x", inputs[i]}}, {}, ""};
        const Expectation expected{{inputs[i]}, {}, inputs[i].size() == 0};
        Outcome outcome = run(answer, call);
        const bool failed = !meets(outcome, expected);
        records.push_back({"test", call, expected, std::move(outcome), failed});
    }
    return records;
}

Names diagnose(const std::vector<Record>& records, const std::vector<Mistake>& known) {
    Diagnosis diagnosis(known);
    for (const auto& record : records) diagnosis.add(record);
    return diagnosis.names();
}

int calls_of_doubled = 0;
std::vector<Tensor> counted_doubled(Call& c) {
    ++calls_of_doubled;
    return doubled(c);
}

/// A call that is large, as those with real weights are.
Record large(Answer answer) {
    const Tensor x = xt::ones<float>({(1 << 20) + 1}) * 3.0f;
    const Call call{{{"x", x}}, {}, ""};
    Outcome outcome = run(answer, call);
    const Expectation expected{{x}, {}, false};
    const bool failed = !meets(outcome, expected);
    return {"large", call, expected, std::move(outcome), failed};
}

}  // namespace

TEST_CASE("asked again after more records, each mistake answers each call once") {
    const std::vector<Mistake> counted{{"doubled", &counted_doubled}};
    Diagnosis diagnosis(counted);
    calls_of_doubled = 0;
    for (const auto& record : records_of(&doubled)) {
        diagnosis.add(record);
        CHECK(diagnosis.names() == Names{"doubled"});
    }
    diagnosis.add(large(&doubled));
    CHECK(diagnosis.names() == Names{"doubled"});
    CHECK(calls_of_doubled == 4);
}

TEST_CASE("large calls are asked of suspects alone, unless nothing else failed") {
    const std::vector<Mistake> counted{{"doubled", &counted_doubled}, {"squared", &squared}};
    calls_of_doubled = 0;
    auto records = records_of(&squared);
    records.push_back(large(&squared));
    CHECK(diagnose(records, counted) == Names{"squared"});
    CHECK(calls_of_doubled <= 3);
    CHECK(diagnose({large(&doubled)}, counted) == Names{"doubled"});
}

TEST_CASE("a right answer has no diagnosis") { CHECK(diagnose(records_of(&right), mistakes).empty()); }

TEST_CASE("a known mistake is named, however it is written") {
    CHECK(diagnose(records_of(&doubled), mistakes) == Names{"doubled"});
    CHECK(diagnose(records_of(&doubled_otherwise), mistakes) == Names{"doubled"});
}

TEST_CASE("two mistakes that fit alike are not named") { CHECK(diagnose(records_of(&doubled, 1), mistakes).empty()); }

TEST_CASE("an unknown mistake is not named") { CHECK(diagnose(records_of(&tripled), mistakes).empty()); }

TEST_CASE("an edited input is a mistake of its own") {
    CHECK(diagnose(records_of(&edits), mistakes) == Names{"edits"});
}

TEST_CASE("two mistakes at once are both named") {
    CHECK(diagnose(records_of(&doubled_and_accepts_empty), mistakes) == Names{"doubled", "accepts-empty"});
}

TEST_CASE("elements that nobody can know match anything, the others do not") {
    const std::vector<Mistake> partly{{"half-unknown", &half_unknown}};
    CHECK(diagnose(records_of(&tripled), partly) == Names{"half-unknown"});
    CHECK(diagnose(records_of(&doubled), partly).empty());
}

TEST_CASE("where the unknown elements came out right by luck, the mistake still fits") {
    auto records = records_of(&tripled, 2);
    records.push_back(records[1]);
    records.back().call["x"](0) = 0;  // what half_unknown knows of this call, 0 * 3, is right
    records.back().expected.outputs[0](0) = 0;
    records.back().learner = run(&right, records.back().call);
    records.back().failed = false;
    CHECK(diagnose(records, {{"half-unknown", &half_unknown}}) == Names{"half-unknown"});
}

TEST_CASE("a mistake that is wrong where the learner is right does not fit") {
    // In [2, 2] squared equals doubled; in [3, 5] it does not, and doubled is what was done there.
    auto records = records_of(&squared, 2);
    records[1] = records_of(&doubled, 2)[1];
    CHECK(diagnose(records, mistakes) == Names{"doubled"});
}

// What the generated file gives to a real grader.
namespace grader {
const Setup& setup() {
    static const Setup all{{{[]() -> const std::vector<Mistake>& { return mistakes; },
                             TINY_LLM_TEST_FOLDER "/mistakes/", TINY_LLM_TEST_FOLDER "/fixtures/"},
                            {nullptr, TINY_LLM_TEST_FOLDER "/twin/mistakes/", TINY_LLM_TEST_FOLDER "/twin/fixtures/"}},
                           true};
    return all;
}
}  // namespace grader
