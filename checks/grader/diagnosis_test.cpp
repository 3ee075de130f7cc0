// A toy exercise: y = x, and an empty x must be refused.
#include "grader/diagnosis.hpp"

#include <cmath>
#include <stdexcept>

#include "grader/arguments.hpp"
#include "grader/catch.hpp"
#include "grader/judge.hpp"

using namespace grader;

namespace {

using Names = std::vector<std::string>;

void refuse_empty(Arguments& c) {
    if (c["x"].size() == 0) throw std::invalid_argument("empty");
}

Values doubled(Arguments& c) {
    refuse_empty(c);
    return {Tensor(c["x"] * 2.0f)};
}
Values squared(Arguments& c) {
    refuse_empty(c);
    return {Tensor(c["x"] * c["x"])};
}
Values accepts_empty(Arguments& c) { return {c["x"]}; }
Values edits(Arguments& c) {
    refuse_empty(c);
    Tensor y = c["x"];
    c["x"] += 1.0f;
    return {y};
}
Values doubled_and_accepts_empty(Arguments& c) { return {Tensor(c["x"] * 2.0f)}; }
Values doubled_otherwise(Arguments& c) {
    refuse_empty(c);
    return {Tensor((c["x"] + c["x"]) * (1.0f + 1e-7f))};
}
Values tripled(Arguments& c) {
    refuse_empty(c);
    return {Tensor(c["x"] * 3.0f)};
}
Values half_unknown(Arguments& c) {
    refuse_empty(c);
    return {Tensor{c["x"](0) * 3.0f, anything()}};
}
Values unknown(Arguments& c) {
    refuse_empty(c);
    return {Tensor{anything(), anything()}};
}
Values half_unwritten(Arguments& c) {
    refuse_empty(c);
    return {Tensor{c["x"](0) * 3.0f, unwritten()}};
}
Values none_written(Arguments& c) {
    refuse_empty(c);
    return {Tensor{unwritten(), unwritten()}};
}
Values right(Arguments& c) {
    refuse_empty(c);
    return {c["x"]};
}

Mistake mistake(const std::string& id, Function function) {
    return {id, "", [function](const Call& call) { return run(function, call); }};
}

const std::vector<Mistake> mistakes{mistake("doubled", &doubled), mistake("squared", &squared),
                                    mistake("accepts-empty", &accepts_empty), mistake("edits", &edits)};

/// Three calls, graded: [2, 2], which doubled and squared answer alike, [3, 5], and an empty one.
std::vector<Record> records_of(Function answer, std::size_t calls = 3) {
    const std::vector<Floats> inputs{Floats({2}, {2.0f, 2.0f}), Floats({2}, {3.0f, 5.0f}), Floats({0}, 0.0f)};
    std::vector<Record> records;
    for (std::size_t i = 0; i < calls; ++i) {
        const Call call{"", {{"x", inputs[i]}}};
        const Expectation expected{{inputs[i]}, {}, inputs[i].size() == 0, false};
        Outcome outcome = run(answer, call);
        const bool failed = !meets(outcome, expected);
        records.push_back({"test", call, expected, std::move(outcome), failed});
    }
    return records;
}

Names names_of(Diagnosis& diagnosis) {
    Names names;
    for (const Named& named : diagnosis.names()) {
        names.push_back(named.mistake->id);
        for (const std::string& function : named.functions) names.back() += " in " + function;
    }
    return names;
}

Names diagnose(const std::vector<Record>& records, const std::vector<Mistake>& known) {
    Diagnosis diagnosis(known);
    for (const auto& record : records) diagnosis.add(record);
    return names_of(diagnosis);
}

int calls_of_doubled = 0;
Values counted_doubled(Arguments& c) {
    ++calls_of_doubled;
    return doubled(c);
}

/// A call that is large, as those with real weights are.
Record large(Function answer) {
    const Floats x({(1 << 20) + 1}, 3.0f);
    const Call call{"", {{"x", x}}};
    Outcome outcome = run(answer, call);
    const Expectation expected{{x}, {}, false, false};
    const bool failed = !meets(outcome, expected);
    return {"large", call, expected, std::move(outcome), failed};
}

}  // namespace

TEST_CASE("asked again after more records, each mistake answers each call once") {
    const std::vector<Mistake> counted{mistake("doubled", &counted_doubled)};
    Diagnosis diagnosis(counted);
    calls_of_doubled = 0;
    for (const auto& record : records_of(&doubled)) {
        diagnosis.add(record);
        CHECK(names_of(diagnosis) == Names{"doubled"});
    }
    diagnosis.add(large(&doubled));
    CHECK(names_of(diagnosis) == Names{"doubled"});
    CHECK(calls_of_doubled == 4);
}

TEST_CASE("large calls are asked of suspects alone, unless nothing else failed") {
    const std::vector<Mistake> counted{mistake("doubled", &counted_doubled), mistake("squared", &squared)};
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

TEST_CASE("what is right when nothing was called before is no mistake of the call") {
    auto records = records_of(&doubled);
    for (Record& record : records) record.right_alone = record.failed;
    CHECK(diagnose(records, mistakes).empty());
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
    const std::vector<Mistake> partly{mistake("half-unknown", &half_unknown)};
    CHECK(diagnose(records_of(&tripled), partly) == Names{"half-unknown"});
    CHECK(diagnose(records_of(&doubled), partly).empty());
}

TEST_CASE("what agrees with every number is no evidence") {
    CHECK(diagnose(records_of(&tripled), {mistake("unknown", &unknown)}).empty());
    CHECK(diagnose(records_of(&tripled), {mistake("unknown", &unknown), mistake("tripled", &tripled)}) ==
          Names{"tripled"});
}

TEST_CASE("a mistake that touches memory of others may have ended the process where its model is right") {
    const auto with_end = [](Function answer) {
        auto records = records_of(answer, 2);
        records.push_back(records[1]);
        const Floats x({2}, {0.0f, 0.0f});  // 0 * 3 is right
        records.back().call.set("x", x);
        records.back().expected.outputs[0] = x;
        records.back().learner = {};
        records.back().learner.kind = Outcome::Kind::ended;
        records.back().failed = true;
        return records;
    };
    CHECK(diagnose(with_end(&tripled), {mistake("half-unwritten", &half_unwritten)}) == Names{"half-unwritten"});
    CHECK(diagnose(with_end(&tripled), {mistake("tripled", &tripled)}).empty());
}

TEST_CASE("where the unknown elements came out right by luck, the mistake still fits") {
    auto records = records_of(&tripled, 2);
    records.push_back(records[1]);
    const Floats x({2}, {0.0f, 5.0f});  // what half_unknown knows of this call, 0 * 3, is right
    records.back().call.set("x", x);
    records.back().expected.outputs[0] = x;
    records.back().learner = run(&right, records.back().call);
    records.back().failed = false;
    CHECK(diagnose(records, {mistake("half-unknown", &half_unknown)}) == Names{"half-unknown"});
}

TEST_CASE("an element that a mistake never writes is not the right one") {
    const std::vector<Mistake> partly{mistake("half-unwritten", &half_unwritten)};
    auto records = records_of(&tripled, 2);
    CHECK(diagnose(records, partly) == Names{"half-unwritten"});
    records.push_back(records[1]);
    const Floats x({2}, {0.0f, 5.0f});  // the first element is right by the mistake too, the second cannot be
    records.back().call.set("x", x);
    records.back().expected.outputs[0] = x;
    records.back().learner = run(&right, records.back().call);
    records.back().failed = false;
    CHECK(diagnose(records, partly).empty());
}

TEST_CASE("numbers that look unwritten in one call of many are no evidence") {
    const std::vector<Mistake> none{mistake("none-written", &none_written)};
    auto records = records_of(&tripled, 2);
    records.push_back(records[1]);
    const auto zero = [&](std::size_t i) { records[i].learner.outputs[0] = Floats({2}, 0.0f); };
    zero(0);
    CHECK(diagnose(records, none).empty());
    zero(1);
    CHECK(diagnose(records, none) == Names{"none-written"});
}

TEST_CASE("a mistake that is wrong where the learner is right does not fit") {
    // In [2, 2] squared equals doubled; in [3, 5] it does not, and doubled is what was done there.
    auto records = records_of(&squared, 2);
    records[1] = records_of(&doubled, 2)[1];
    CHECK(diagnose(records, mistakes) == Names{"doubled"});
}

namespace {

/// The records of two functions, each with an answer of its own.
std::vector<Record> records_of_two(Function first, Function second) {
    std::vector<Record> records;
    for (const auto& [name, answer] : {std::pair("f", first), std::pair("g", second)}) {
        for (Record& record : records_of(answer)) {
            record.call.function = name;
            records.push_back(std::move(record));
        }
    }
    return records;
}

Record ended(Record record) {
    record.learner = {};
    record.learner.kind = Outcome::Kind::ended;
    record.failed = true;
    return record;
}

}  // namespace

TEST_CASE("a mistake in one of two functions is named with the function") {
    CHECK(diagnose(records_of_two(&doubled, &doubled), mistakes) == Names{"doubled"});
    CHECK(diagnose(records_of_two(&right, &doubled), mistakes) == Names{"doubled in g"});
    CHECK(diagnose(records_of_two(&doubled, &tripled), mistakes) == Names{"doubled in f"});
    CHECK(diagnose(records_of_two(&tripled, &tripled), mistakes).empty());
}

TEST_CASE("what was not named is left for the symptoms, each function by itself") {
    Diagnosis diagnosis(mistakes);
    for (const auto& record : records_of_two(&doubled, &tripled)) diagnosis.add(record);
    diagnosis.names();
    REQUIRE(diagnosis.unnamed().size() == 1);
    CHECK(diagnosis.unnamed()[0].size() == 3);
    CHECK(diagnosis.unnamed()[0][0]->call.function == "g");
}

TEST_CASE("a mistake that is right where the process ended is not named") {
    auto records = records_of(&doubled);
    records[2] = ended(records[2]);  // doubled refuses what is empty, as it should
    CHECK(diagnose(records, mistakes).empty());
    records = records_of(&doubled);
    records[0] = ended(records[0]);  // there it is wrong, too
    CHECK(diagnose(records, mistakes) == Names{"doubled"});
}

TEST_CASE("that the process ended is no evidence of a mistake") {
    auto records = records_of(&right);
    records[2] = ended(records[2]);
    CHECK(diagnose(records, mistakes).empty());  // accepts-empty alone is wrong there
}

TEST_CASE("where infinity is expected, only infinity is taken for written") {
    const Floats wanted({3}, {INFINITY, INFINITY, 2.0f}), model({3}, {unwritten(), unwritten(), unwritten()});
    const Floats learners({3}, {INFINITY, 0.5f, 2.0f});
    Outcome made, theirs;
    made.outputs = {Value(model)};
    theirs.outputs = {Value(learners)};
    const Outcome outcome = with_known(made, theirs, Expectation{{wanted}, {}, false, false});
    const auto& known = std::get<Floats>(outcome.outputs[0].is);
    CHECK(std::isnan(known.values[0]));
    CHECK(known.values[1] == 0.5f);
    CHECK(std::isnan(known.values[2]));
}
