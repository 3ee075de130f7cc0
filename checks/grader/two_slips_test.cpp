// A toy exercise: y = x, whose mistakes can be made together.
#include "grader/two_slips.hpp"

#include <csignal>
#include <stdexcept>

#include "grader/catch.hpp"

using namespace grader;

namespace slips {
namespace {

std::size_t doubled, one_added, first_negated, first_turned, first_gone, first_away, throws, crashes, loops;

Outcome toy(const Call& call) {
    if (throws) return {.kind = Outcome::Kind::other_exception, .outputs = {}, .modified = {}, .what = "", .file = ""};
    if (crashes) std::raise(SIGSEGV);
    for (volatile bool forever = true; loops && forever;) {
    }
    Floats y = std::get<Floats>(call["x"].is);
    for (float& v : y) v = (doubled ? 2 * v : v) + (one_added ? 1.0f : 0.0f);
    if (first_negated || first_turned) y.values[0] = -y.values[0];
    const float first = y.values[0];
    if (first_gone) y.values[0] -= first;
    if (first_away) y.values[0] -= first;
    return {.kind = Outcome::Kind::returned, .outputs = {y}, .modified = {}, .what = "", .file = ""};
}
const Catalogue catalogue{nullptr, &toy};

Mistake known(const std::string& id, std::size_t& made) {
    Mistake mistake{id, id, {}, &catalogue, &made, 1};
    mistake.answer = [mistake](const Call& call) { return grader::made(catalogue, {&mistake}, call); };
    return mistake;
}

/// What somebody has done who made these.
std::vector<Record> records_of(const std::vector<std::size_t*>& mistakes) {
    std::vector<Record> records;
    for (const auto& values : {std::vector<float>{2.0f, 3.0f}, {0.5f, -7.0f, 4.0f}}) {
        const Floats x({values.size()}, values);
        Record record{"test", {"", {{"x", x}}}, {{x}, {}}, {}, true};
        for (std::size_t* one : mistakes) *one = 1;
        record.learner = toy(record.call);
        for (std::size_t* one : mistakes) *one = 0;
        records.push_back(record);
    }
    return records;
}

std::string told(const std::vector<Mistake>& mistakes, const std::vector<Record>& records) {
    Diagnosis diagnosis(mistakes);
    for (const Record& record : records) diagnosis.add(record);
    std::string text;
    for (const Named& named : diagnosis.names()) {
        text += (text.empty() ? "" : " ") + named.mistake->id;
        if (named.made == Named::Made::with_an_unknown) text += " and another";
    }
    return text;
}

}  // namespace

TEST_CASE("two mistakes in one answer are both named") {
    const std::vector<Mistake> mistakes{known("doubled", doubled), known("one-added", one_added),
                                        known("first-negated", first_negated)};
    CHECK(told(mistakes, records_of({&doubled, &one_added})) == "doubled one-added");
    CHECK(told(mistakes, records_of({&one_added, &first_negated})) == "one-added first-negated");
    CHECK(told(mistakes, records_of({&doubled})) == "doubled");
    CHECK(told(mistakes, records_of({&doubled, &one_added, &first_negated})).empty());
}

TEST_CASE("where several pairs explain everything, what they share is named, and that something else is wrong") {
    const std::vector<Mistake> mistakes{known("doubled", doubled), known("first-negated", first_negated),
                                        known("first-turned", first_turned)};
    CHECK(told(mistakes, records_of({&doubled, &first_negated})) == "doubled and another");
}

TEST_CASE("where several mistakes explain everything alone, no two are named") {
    const std::vector<Mistake> mistakes{known("first-negated", first_negated), known("first-turned", first_turned),
                                        known("first-gone", first_gone), known("first-away", first_away)};
    CHECK(told(mistakes, records_of({&first_negated})).empty());
    CHECK(told({mistakes[0], mistakes[2], mistakes[3]}, records_of({&first_gone, &first_away})) == "first-negated");
}

TEST_CASE("a mistake that crashes, throws or never ends costs the search itself alone") {
    const std::vector<Mistake> mistakes{known("crashes", crashes), known("throws", throws), known("doubled", doubled),
                                        known("one-added", one_added)};
    CHECK(told(mistakes, records_of({&doubled, &one_added})) == "doubled one-added");
    const Mistake endless = known("loops", loops);
    CHECK(endless.answer(records_of({}).front().call).kind == Outcome::Kind::ended);
    CHECK(loops == 0);
}

TEST_CASE("of the test that is shown, a mistake is told that explains it alone") {
    const std::vector<Mistake> mistakes{known("doubled", doubled), known("one-added", one_added)};
    auto records = records_of({&doubled});
    records[0].size = 1;
    records[1].size = 2;
    records[1].learner.outputs = {Floats({3}, 77.0f)};
    Diagnosis diagnosis(mistakes);
    for (const Record& record : records) diagnosis.add(record);
    CHECK(diagnosis.names().empty());
    REQUIRE(diagnosis.of_the_shown_test());
    CHECK(diagnosis.of_the_shown_test()->id == "doubled");
    // Where another test passed that it would have failed, it was not made.
    Record passed = records[0];
    passed.failed = false;
    passed.learner.outputs = passed.expected.outputs;
    diagnosis.add(passed);
    CHECK_FALSE(diagnosis.of_the_shown_test());
}

}  // namespace slips
