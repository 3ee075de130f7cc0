// For each symptom an answer of which it must be said, and others of which it must not.
#include "grader/symptoms/symptoms.hpp"

#include <cmath>
#include <functional>

#include "catch.hpp"
#include "row.hpp"

using namespace grader;

namespace {

/// Where an element of the result stands, and what is right there.
struct At {
    std::size_t row, column, rows, width;
    float x, right;
};
using Element = std::function<float(const At&)>;

const std::vector<std::vector<std::size_t>> shapes_asked{{4}, {1, 5}, {3, 4}, {5, 37}, {2, 3, 6}};

/// y = 2x + 1 is what is asked for.
Record graded_call(const std::vector<std::size_t>& shape, const Element& answer) {
    Floats x = counted(shape, 7, 3), right = x, yours = x;
    for (float& value : right.values) value = 2 * value + 1;
    for (std::size_t i = 0; i < x.size(); ++i) {
        yours.values[i] = answer({i / x.width(), i % x.width(), x.rows(), x.width(), x.values[i], right.values[i]});
    }
    Outcome outcome;
    outcome.outputs = {yours};
    const Expectation expected{{right}, {}, false, false};
    const bool failed = !meets(outcome, expected);
    return {"test", {"", {{"x", x}}}, expected, outcome, failed};
}

std::vector<std::string> said(const std::vector<Record>& records) {
    std::vector<const Record*> pointers;
    for (const Record& record : records) pointers.push_back(&record);
    std::vector<std::string> ids;
    for (const Symptom& symptom : symptoms(pointers)) ids.push_back(symptom.id);
    return ids;
}

std::vector<Record> graded_calls(const Element& answer) {
    std::vector<Record> records;
    for (const auto& shape : shapes_asked) records.push_back(graded_call(shape, answer));
    return records;
}

bool says(const std::string& id, const Element& answer) {
    const auto ids = said(graded_calls(answer));
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

float correct(const At& at) { return at.right; }
float right_at(const At& at, std::size_t row, std::size_t column) {
    return 2 * counted({at.rows, at.width}, 7, 3).values[row * at.width + column] + 1;
}

}  // namespace

TEST_CASE("nothing is said of what is right") { CHECK(said(graded_calls(correct)).empty()); }

TEST_CASE("nothing is said of what has no pattern") {
    CHECK(said(graded_calls([](const At& at) { return 5 * std::sin(37 * at.x); })).empty());
}

TEST_CASE("zeros, an input, the sign and what is not finite") {
    CHECK(says("zeros", [](const At&) { return 0.0f; }));
    CHECK_FALSE(says("zeros", [](const At&) { return 1.0f; }));
    CHECK_FALSE(says("zeros", [](const At& at) { return at.column > 0 ? 0.0f : at.right; }));
    CHECK(says("equals-input", [](const At& at) { return at.x; }));
    CHECK_FALSE(says("equals-input", [](const At& at) { return at.x + 1e-6f; }));
    CHECK_FALSE(says("equals-input", [](const At& at) { return at.row > 0 ? at.x : at.right; }));
    CHECK(says("sign", [](const At& at) { return -at.right; }));
    CHECK_FALSE(says("sign", [](const At& at) { return -1.001f * at.right; }));
    CHECK_FALSE(says("sign", [](const At& at) { return at.row > 0 ? -at.right : at.right; }));
    CHECK(says("not-finite", [](const At& at) { return at.x > 2 ? a_nan : at.right; }));
    CHECK_FALSE(says("not-finite", [](const At& at) { return at.x > 2 ? a_nan : at.right + 1; }));
    CHECK_FALSE(says("not-finite", [](const At& at) { return at.right + 1; }));
}

TEST_CASE("a factor, and whose it is") {
    CHECK(says("factor", [](const At& at) { return 0.5f * at.right; }));
    CHECK(says("factor", [](const At& at) { return at.right / std::sqrt(static_cast<float>(at.width)); }));
    CHECK_FALSE(says("factor", [](const At& at) { return 0.5f * at.right + 0.01f; }));
    CHECK_FALSE(says("factor", [](const At& at) { return at.right * (1 + 0.1f * static_cast<float>(at.row)); }));
    CHECK(says("factor-per-call", [](const At& at) { return at.right / static_cast<float>(at.width * at.rows + 1); }));
    CHECK_FALSE(says("factor-per-call", [](const At& at) { return 0.5f * at.right; }));
    CHECK_FALSE(says("factor-per-call", [](const At& at) { return at.right + 1; }));
    CHECK(says("factor-per-row", [](const At& at) { return at.right * (2 + static_cast<float>(at.row)); }));
    CHECK_FALSE(says("factor-per-row", [](const At& at) { return at.right * (2 + static_cast<float>(at.column)); }));
    CHECK_FALSE(says("factor-per-row", [](const At& at) { return at.right + 2 + static_cast<float>(at.row); }));
    CHECK(says("factor-per-column", [](const At& at) { return at.right * (2 + static_cast<float>(at.column)); }));
    CHECK_FALSE(says("factor-per-column", [](const At& at) { return at.right * (2 + static_cast<float>(at.row)); }));
    CHECK_FALSE(says("factor-per-column", [](const At& at) { return at.right + static_cast<float>(at.column); }));
}

TEST_CASE("a constant, and whose it is") {
    CHECK(says("constant", [](const At& at) { return at.right - 1; }));
    CHECK_FALSE(says("constant", [](const At& at) { return 1.001f * at.right - 1; }));
    CHECK_FALSE(says("constant", [](const At& at) { return at.right + static_cast<float>(at.row); }));
    CHECK(says("constant-per-row", [](const At& at) { return at.right + 1 + static_cast<float>(at.row); }));
    CHECK_FALSE(says("constant-per-row", [](const At& at) { return at.right + 1 + static_cast<float>(at.column); }));
    CHECK_FALSE(says("constant-per-row", [](const At& at) { return at.right * (2 + static_cast<float>(at.row)); }));
    CHECK(says("constant-per-column", [](const At& at) { return at.right + 1 + static_cast<float>(at.column); }));
    CHECK_FALSE(says("constant-per-column", [](const At& at) { return at.right + 1 + static_cast<float>(at.row); }));
    CHECK_FALSE(
        says("constant-per-column", [](const At& at) { return at.right * (2 + static_cast<float>(at.column)); }));
}

TEST_CASE("the right numbers in the wrong place") {
    CHECK(says("rows-reversed", [](const At& at) { return right_at(at, at.rows - 1 - at.row, at.column); }));
    CHECK_FALSE(says("rows-reversed", [](const At& at) { return right_at(at, (at.row + 1) % at.rows, at.column); }));
    CHECK_FALSE(says("rows-reversed", [](const At& at) { return right_at(at, at.row, at.width - 1 - at.column); }));
    CHECK(says("columns-reversed", [](const At& at) { return right_at(at, at.row, at.width - 1 - at.column); }));
    CHECK_FALSE(
        says("columns-reversed", [](const At& at) { return right_at(at, at.row, (at.column + 1) % at.width); }));
    CHECK_FALSE(says("columns-reversed", [](const At& at) { return right_at(at, at.rows - 1 - at.row, at.column); }));
    CHECK(says("shifted", [](const At& at) { return right_at(at, at.row, (at.column + 1) % at.width); }));
    CHECK(says("shifted", [](const At& at) { return right_at(at, at.row, (at.column + at.width - 1) % at.width); }));
    CHECK_FALSE(says("shifted", [](const At& at) { return right_at(at, at.row, (at.column + 2) % at.width); }));
    CHECK_FALSE(says("shifted", [](const At& at) { return right_at(at, (at.row + 1) % at.rows, at.column); }));
    CHECK(says("halves-swapped",
               [](const At& at) { return right_at(at, at.row, (at.column + at.width / 2) % at.width); }));
    CHECK_FALSE(says("halves-swapped", [](const At& at) { return right_at(at, at.row, (at.column + 1) % at.width); }));
    CHECK_FALSE(says("halves-swapped", [](const At& at) { return right_at(at, at.row, at.width - 1 - at.column); }));
    const Element transposed = [](const At& at) {
        const std::size_t i = at.row * at.width + at.column;
        return right_at(at, i % at.rows, i / at.rows);
    };
    const auto matrix = [&](const Element& answer) {
        return said({graded_call({3, 4}, answer), graded_call({5, 37}, answer)});
    };
    CHECK(matrix(transposed) == std::vector<std::string>{"transposed"});
    CHECK(matrix([](const At& at) { return right_at(at, at.rows - 1 - at.row, at.column); }).at(0) != "transposed");
    CHECK(matrix([](const At& at) { return at.right + 1; }).at(0) != "transposed");
    CHECK(says("one-row-for-all", [](const At& at) { return right_at(at, 0, at.column); }));
    CHECK_FALSE(says("one-row-for-all", [](const At& at) { return right_at(at, at.row / 2, at.column); }));
    CHECK_FALSE(says("one-row-for-all", [](const At& at) { return right_at(at, at.row, 0); }));
}

TEST_CASE("where it is wrong") {
    const auto noise = [](const At& at) { return at.right + 0.3f + std::sin(37 * at.x); };
    const auto only = [&](const char* id, const std::function<bool(const At&)>& place) {
        return says(id, [&](const At& at) { return place(at) ? noise(at) : at.right; });
    };
    CHECK(only("first-row-right", [](const At& at) { return at.row > 0; }));
    CHECK_FALSE(only("first-row-right", [](const At& at) { return at.column > 0; }));
    CHECK_FALSE(only("first-row-right", [](const At&) { return true; }));
    CHECK(only("last-row", [](const At& at) { return at.rows > 1 && at.row == at.rows - 1; }));
    CHECK_FALSE(
        only("last-row", [](const At& at) { return at.row == at.rows - 1; }));  // a single row is the first, too
    CHECK_FALSE(only("last-row", [](const At& at) { return at.row > 0; }));
    CHECK(only("tail", [](const At& at) { return at.column >= at.width / 16 * 16 && at.width > 16; }));
    CHECK_FALSE(only("tail", [](const At& at) { return at.column >= 2; }));
    CHECK_FALSE(only("tail", [](const At& at) { return at.column % 2 == 1; }));
    CHECK(only("negatives", [](const At& at) { return at.x < 0; }));
    CHECK_FALSE(only("negatives", [](const At& at) { return at.x < 1; }));
    CHECK_FALSE(only("negatives", [](const At& at) { return at.x > 0; }));
    CHECK(only("positives", [](const At& at) { return at.x > 0; }));
    CHECK_FALSE(only("positives", [](const At& at) { return at.x > -1; }));
    CHECK_FALSE(only("positives", [](const At& at) { return at.x < 0; }));
    CHECK(only("large", [](const At& at) { return std::abs(at.x) > 2; }));
    CHECK_FALSE(only("large", [](const At& at) { return std::abs(at.x) < 2; }));
    CHECK_FALSE(only("large", [](const At&) { return true; }));
    CHECK(only("small", [](const At& at) { return std::abs(at.x) < 2; }));
    CHECK_FALSE(only("small", [](const At& at) { return std::abs(at.x) > 2; }));
    CHECK_FALSE(only("small", [](const At&) { return true; }));
}

TEST_CASE("which calls fail") {
    const auto noise = [](const At& at) { return at.right + 0.3f + std::sin(37 * at.x); };
    const auto only = [&](const std::function<bool(const std::vector<std::size_t>&)>& fails) {
        std::vector<Record> records;
        for (const auto& shape : shapes_asked)
            records.push_back(graded_call(shape, fails(shape) ? Element(noise) : Element(correct)));
        const auto ids = said(records);
        return ids.empty() ? "" : ids.back();
    };
    CHECK(only([](const auto& shape) { return shape.size() == 1; }) == "rank-1");
    CHECK(only([](const auto& shape) { return shape.size() == 3; }) == "rank-above-2");
    CHECK(only([](const auto& shape) { return shape.size() != 2; }) == "rank-not-2");
    CHECK(only([](const auto& shape) { return shape.size() > 1 && shape[0] > 1; }) == "several-rows");
    CHECK(only([](const auto& shape) { return shape.back() > 4; }) == "");
    CHECK(only([](const auto&) { return true; }) == "");
}

TEST_CASE("shapes that should be refused") {
    auto records = graded_calls(correct);
    records.push_back(graded_call({4, 4}, correct));
    records.back().expected = {.outputs = {}, .tolerance = {}, .invalid_argument = true};
    records.back().failed = true;
    CHECK(said(records) == std::vector<std::string>{"unrefused"});
    records[0] = graded_call({4}, [](const At& at) { return at.right + 1; });
    CHECK(said(records) != std::vector<std::string>{"unrefused"});
    records = graded_calls(correct);
    records.push_back(graded_call({4, 4}, correct));
    records.back().learner.kind = Outcome::Kind::other_exception;
    records.back().failed = true;
    CHECK(said(records) != std::vector<std::string>{"unrefused"});
}

TEST_CASE("what is nearly right") {
    CHECK(says("nearly", [](const At& at) { return at.right + 1e-3f * std::sin(37 * at.x); }));
    CHECK_FALSE(says("nearly", [](const At& at) { return at.right + std::sin(37 * at.x); }));
    CHECK_FALSE(says("nearly", [](const At& at) { return at.right + 1e-3f; }));  // a constant says more
}
