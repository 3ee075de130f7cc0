// For each symptom an answer of which it must be said, and others of which it must not.
#include "grader/symptoms/symptoms.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include "grader/catch.hpp"
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

/// A second input, one number for each column.
Floats weight(std::size_t width) { return counted({width}, 9, 2); }

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
    return {"test", {"", {{"x", x}, {"w", weight(x.width())}}}, expected, outcome, failed};
}

std::vector<std::string> said(const std::vector<Record>& records) {
    std::vector<const Record*> pointers;
    for (const Record& record : records) pointers.push_back(&record);
    std::vector<std::string> ids;
    for (const Symptom& symptom : symptoms(pointers)) ids.push_back(symptom.id);
    return ids;
}

std::string first_said(const std::vector<Record>& records) {
    const auto ids = said(records);
    return ids.empty() ? "" : ids[0];
}

std::vector<Record> graded_calls(const Element& answer) {
    std::vector<Record> records;
    for (const auto& shape : shapes_asked) records.push_back(graded_call(shape, answer));
    return records;
}

bool says(const std::string& id, const std::vector<Record>& records) {
    const auto ids = said(records);
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}
bool says(const std::string& id, const Element& answer) { return says(id, graded_calls(answer)); }

float correct(const At& at) { return at.right; }
float right_at(const At& at, std::size_t row, std::size_t column) {
    return 2 * counted({at.rows, at.width}, 7, 3).values[row * at.width + column] + 1;
}

}  // namespace

TEST_CASE("a refusal that a test looks at itself is one like any other") {
    const auto refused = [](const char* thrown) {
        Record r = graded_call({2, 3}, correct);
        r.expected.outputs = {the_refusal, 5};
        r.learner.outputs = {thrown, 6};
        r.failed = true;
        return r;
    };
    CHECK(first_said({refused("nothing"), refused("nothing"), graded_call({2, 3}, correct)}) == "unrefused");
    for (const std::string& id : said({refused(another_exception), refused(another_exception)}))
        CHECK(id.find("text") == id.npos);
}

TEST_CASE("the shape of one axis is written as PyTorch writes it") {
    Record r = graded_call({4}, correct);
    r.learner.outputs = {Floats({2, 2}, 9.0f)};
    r.failed = true;
    Record other = graded_call({3}, correct);
    other.learner.outputs = {Floats({2}, 9.0f)};
    other.failed = true;
    const std::vector<const Record*> both{&r, &other};
    CHECK(symptoms(both).at(0).text == "Some results have the wrong shape: (2, 2) where (4,) is expected.");
}

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
    const float filled = std::bit_cast<float>(0xffffffff);
    CHECK(says("never-written", [=](const At& at) { return at.x > 2 ? filled : at.right; }));
    CHECK_FALSE(says("never-written", [](const At& at) { return at.x > 2 ? a_nan : at.right; }));
    CHECK_FALSE(says("never-written", [=](const At& at) { return at.x > 2 ? filled : at.right + 1; }));
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
    const Element half_on = [](const At& at) { return right_at(at, at.row, (at.column + at.width / 2) % at.width); };
    CHECK(first_said({graded_call({4}, half_on), graded_call({2, 3, 6}, half_on)}) == "halves-swapped");
    CHECK_FALSE(says("halves-swapped", half_on));  // a row of 5 has no halves
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
    CHECK(only("last-row", [](const At& at) { return at.row == at.rows - 1; }));  // a single row is the last, too
    CHECK_FALSE(only("last-row", [](const At& at) { return at.row > 0; }));
    CHECK(only("tail", [](const At& at) { return at.column >= at.width / 16 * 16 && at.width > 16; }));
    CHECK_FALSE(only("tail", [](const At& at) { return at.column >= 2; }));
    const auto behind = [](std::size_t step) {
        return [step](const At& at) { return at.row * at.width + at.column >= at.rows * at.width / step * step; };
    };
    CHECK(only("end-of-all", behind(8)));
    CHECK_FALSE(only("tail", behind(8)));
    // Not 8: in (2, 3, 6) the end is wrong from 33 on.
    const auto late = [](const At& at) { return at.row * at.width + at.column >= at.rows * at.width / 8 * 8 + 1; };
    CHECK_FALSE(only("end-of-all", late));
    CHECK_FALSE(only("tail", [](const At& at) { return at.column >= at.width / 16 * 16 + 1 && at.width > 16; }));
    CHECK_FALSE(only("end-of-all", [](const At& at) { return at.column >= at.width / 16 * 16 && at.width > 16; }));
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

TEST_CASE("where calls have a number of their own, it may be what counts, and not how large an element is") {
    // Right are those up to 2, or only zeros.
    const auto says_large = [](bool has_number, bool only_zeros) {
        std::vector<Record> records = graded_calls(
            [](const At& at) { return std::abs(at.x) > 2 ? at.right + 0.3f + std::sin(37 * at.x) : at.right; });
        for (Record& record : records) {
            for (float& x : std::get<Floats>(record.call.arguments[0].second.is))
                if (only_zeros && std::abs(x) <= 2) x = 0;
            if (has_number) record.call.arguments.push_back({"t", 2.0});
        }
        return says("large", records);
    };
    CHECK(says_large(false, false));
    CHECK(says_large(false, true));
    CHECK(says_large(true, false));
    CHECK_FALSE(says_large(true, true));
}

TEST_CASE("a threshold is rounded to the side on which it holds, and what was not seen is not told of") {
    const auto text = [](bool of_large, bool some_threw) {
        auto records = graded_calls([=](const At& at) {
            return (std::abs(at.x) > 1.23456f) == of_large ? at.right + 0.3f + std::sin(37 * at.x) : at.right;
        });
        for (Record& r : records) {
            for (float& x : std::get<Floats>(r.call.arguments[0].second.is))
                if ((std::abs(x) > 1.23456f) == of_large && std::abs(std::abs(x) - 1.23456f) < 0.05f) x = 1.23456f;
        }
        std::vector<const Record*> pointers;
        for (const Record& r : records) pointers.push_back(&r);
        if (some_threw) records[0].learner.kind = Outcome::Kind::other_exception;
        std::string all;
        for (const Symptom& symptom : symptoms(pointers)) all += symptom.text;
        return all;
    };
    for (const bool some_threw : {false, true}) {
        CHECK(text(true, some_threw).find("wrong only where |x| is at least 1.234.") != std::string::npos);
        CHECK(text(false, some_threw).find("wrong only where |x| is at most 1.235.") != std::string::npos);
    }
}

TEST_CASE("which array has the rows and columns that count") {
    const auto text = [](bool with_another) {
        std::vector<Record> records;
        for (const std::size_t rows : {1, 1, 1, 3, 4}) {
            records.push_back(graded_call({rows, 5}, [](const At& at) {
                return at.rows > 1 ? at.right + 0.3f + std::sin(37 * at.x) : at.right;
            }));
            if (!with_another) records.back().call.arguments.resize(1);
        }
        std::vector<const Record*> pointers;
        for (const Record& r : records) pointers.push_back(&r);
        return symptoms(pointers).back().text;
    };
    const std::string said = "Calls with a single row pass; only calls with several rows fail.";
    const std::string ends = " (A test ends with the first call that fails.)";
    CHECK(text(false) == said + ends);
    CHECK(text(true) == said + " (This is about x.)" + ends);
}

TEST_CASE("which calls fail") {
    const auto noise = [](const At& at) { return at.right + 0.3f + std::sin(37 * at.x); };
    const auto only = [&](const std::function<bool(const std::vector<std::size_t>&)>& fails) {
        auto shapes = shapes_asked;
        for (const std::size_t more : {2, 5}) {
            for (const auto& shape : shapes_asked) shapes.push_back(shape), shapes.back().back() += more;
        }
        std::vector<Record> records;
        for (const auto& shape : shapes)
            records.push_back(graded_call(shape, fails(shape) ? Element(noise) : Element(correct)));
        const auto ids = said(records);
        return ids.empty() ? "" : ids.back();
    };
    CHECK(only([](const auto& shape) { return shape.size() == 1; }) == "rank-1");
    CHECK(only([](const auto& shape) { return shape.size() == 3; }) == "rank-above-2");
    CHECK(only([](const auto& shape) { return shape.size() != 2; }) == "rank-not-2");
    CHECK(only([](const auto& shape) { return shape.size() > 1 && shape[0] > 1; }) == "several-rows");
    CHECK(only([](const auto& shape) { return shape.back() > 4; }) == "");
    CHECK(only([](const auto& shape) { return shape.size() > 1 && shape[0] > 1 && shape.back() != 37; }) ==
          "several-rows-some");
    CHECK(only([](const auto& shape) { return shape.size() > 1 && shape[0] == 3; }) == "");  // by chance, too
    CHECK(only([](const auto&) { return true; }) == "");
}

TEST_CASE("which calls without a number fail") {
    const auto only = [](const std::vector<std::vector<std::size_t>>& failing) {
        std::vector<Record> records = graded_calls(correct);
        for (const auto& shape : failing) {
            records.push_back(graded_call(shape, correct));
            records.back().learner.kind = Outcome::Kind::ended;
            records.back().failed = true;
        }
        const auto ids = said(records);
        const auto is = [](const std::string& id) { return id == "zero-rows" || id == "empty"; };
        const auto found = std::find_if(ids.begin(), ids.end(), is);
        return found == ids.end() ? "" : *found;
    };
    CHECK(only({{0, 4}}) == "zero-rows");
    CHECK(only({{2, 0, 4}}) == "zero-rows");
    CHECK(only({{3, 0}}) == "empty");  // it has three rows
    CHECK(only({{0, 4}, {3, 0}}) == "empty");
    CHECK(only({{2, 3}}) == "");
}

TEST_CASE("the right numbers in disorder") {
    const Element sorted_rows = [](const At& at) {
        std::vector<float> row;
        for (std::size_t c = 0; c < at.width; ++c) row.push_back(right_at(at, at.row, c));
        std::sort(row.begin(), row.end());
        return row[at.column];
    };
    CHECK(says("permuted-in-rows", sorted_rows));
    CHECK_FALSE(says("permuted-in-rows", [](const At& at) { return right_at(at, at.row, at.column / 2); }));
    CHECK_FALSE(says("permuted-in-rows", [](const At& at) { return at.right + 1; }));
    const Element by_threes = [](const At& at) {
        const std::size_t n = at.rows * at.width, i = at.row * at.width + at.column;
        const std::size_t j = (i + n / 3) % n;
        return right_at(at, j / at.width, j % at.width);
    };
    CHECK(says("permuted", by_threes));
    CHECK_FALSE(says("permuted", [](const At& at) { return right_at(at, 0, at.column); }));
    CHECK_FALSE(says("permuted", [](const At& at) { return at.right * 2; }));
}

TEST_CASE("what each number is of the expected one") {
    CHECK(says("size-right", [](const At& at) { return std::abs(at.right); }));
    CHECK_FALSE(says("size-right", [](const At& at) { return std::abs(at.right) + 0.1f; }));
    CHECK_FALSE(says("size-right", [](const At& at) { return -at.right; }));  // "sign" says more
    CHECK_FALSE(says("size-right", [](const At& at) {                         // one sign is right
        return at.column == 0 ? at.right * 1.00001f : std::abs(at.right);
    }));
    CHECK(says("squared", [](const At& at) { return at.right * at.right; }));
    CHECK_FALSE(says("squared", [](const At& at) { return at.right * std::abs(at.right); }));
    CHECK_FALSE(says("squared", [](const At& at) { return at.x * at.x; }));
    CHECK(says("whole-part", [](const At& at) { return std::trunc(at.right); }));
    CHECK_FALSE(says("whole-part", [](const At& at) { return std::floor(at.right); }));
    CHECK(says("rounded", [](const At& at) { return std::round(at.right); }));
    CHECK_FALSE(says("rounded", [](const At& at) { return std::round(at.right) + 1; }));
    CHECK(says("reciprocal", [](const At& at) { return 1 / at.right; }));
    CHECK_FALSE(says("reciprocal", [](const At& at) { return 2 / at.right; }));
    CHECK_FALSE(says("reciprocal", [](const At& at) { return 1 / at.x; }));
    const auto of_positive = [](const Element& answer) {
        auto records = graded_calls(answer);
        for (Record& r : records) {
            auto& right = std::get<Floats>(r.expected.outputs[0].is);
            for (float& value : right.values) value = value * value;
            r.failed = !meets(r.learner, r.expected);
        }
        return first_said(records);
    };
    CHECK(of_positive([](const At& at) { return std::abs(at.right); }) == "root");
    CHECK(of_positive([](const At& at) { return at.right; }) != "root");
    CHECK(of_positive([](const At& at) { return std::abs(at.right) + 0.1f; }) != "root");
}

TEST_CASE("what all numbers have in common") {
    CHECK(says("one-number", [](const At&) { return 0.5f; }));
    CHECK_FALSE(says("one-number", [](const At& at) { return static_cast<float>(at.row) + 0.5f; }));
    CHECK_FALSE(says("one-number", [](const At&) { return 0.0f; }));  // "zeros" says more
    CHECK(says("one-number-per-row", [](const At& at) { return static_cast<float>(at.row) + 0.5f; }));
    CHECK_FALSE(says("one-number-per-row", [](const At& at) { return static_cast<float>(at.column) + 0.5f; }));
    CHECK_FALSE(says("one-number-per-row", [](const At&) { return 0.5f; }));
    CHECK(says("never-negative", [](const At& at) { return std::exp(at.x); }));
    CHECK_FALSE(says("never-negative", [](const At& at) { return std::exp(at.x) - 0.1f; }));
    CHECK_FALSE(says("never-negative", [](const At& at) { return at.x * 3; }));
    CHECK(says("never-positive", [](const At& at) { return -std::exp(at.x); }));
    CHECK_FALSE(says("never-positive", [](const At& at) { return 0.1f - std::exp(at.x); }));
    CHECK_FALSE(says("never-positive", [](const At& at) { return std::exp(at.x); }));
    CHECK(says("within-1", [](const At& at) { return std::sin(37 * at.x); }));
    CHECK_FALSE(says("within-1", [](const At& at) { return 1.1f * std::sin(37 * at.x); }));
    CHECK_FALSE(says("within-1", [](const At& at) { return at.x / 2; }));
    const auto some_not_finite = [](const At& at) {
        return at.row == 1 ? a_nan : at.right * (2 + static_cast<float>(at.row));
    };
    CHECK(says("factor-per-row-or-nan", some_not_finite));
    CHECK_FALSE(says("factor-per-row-or-nan", [](const At& at) { return at.column == 1 ? a_nan : at.right * 2; }));
    CHECK_FALSE(says("factor-per-row-or-nan", [](const At& at) { return at.row == 1 ? a_nan : at.right + at.x; }));
}

TEST_CASE("what a result has of an input") {
    const auto one_row = [](const Element& answer) {
        return first_said({graded_call({1, 9}, answer), graded_call({1, 6}, answer)});
    };
    CHECK(one_row([](const At& at) { return at.right + at.x; }) == "plus-input");
    CHECK(one_row([](const At& at) { return at.right - at.x; }) == "minus-input");
    CHECK(one_row([](const At& at) { return at.right * at.x; }) == "times-input");
    CHECK(one_row([](const At& at) { return at.right / at.x; }) == "input-not-multiplied");
    for (const float by : {2.0f, -2.0f}) {
        CHECK(one_row([by](const At& at) { return at.right + by * at.x + 0.1f; }) != "plus-input");
        CHECK(one_row([by](const At& at) { return at.right + by * at.x + 0.1f; }) != "minus-input");
        CHECK(one_row([by](const At& at) { return by * at.right * at.x; }) != "times-input");
        CHECK(one_row([by](const At& at) { return by * at.right / at.x; }) != "input-not-multiplied");
    }
    CHECK(one_row([](const At& at) { return at.column == 0 ? at.right + at.x : at.right; }) != "plus-input");
    const auto of_large_ones = [](float added) {  // beside which x is little, but for the first
        std::vector<Record> records;
        for (const std::size_t width : {9, 6}) {
            Record r = graded_call({1, width}, correct);
            auto &yours = std::get<Floats>(r.learner.outputs[0].is),
                 &right = std::get<Floats>(r.expected.outputs[0].is);
            for (std::size_t i = 1; i < width; ++i) yours.values[i] = right.values[i] = 1e6f;
            yours.values[0] += added * std::get<Floats>(r.call["x"].is).values[0];
            r.failed = true;
            records.push_back(r);
        }
        return first_said(records);
    };
    CHECK(of_large_ones(1) != "plus-input");
    CHECK(of_large_ones(-1) != "minus-input");
    CHECK(says("input-times-rows", [](const At& at) { return at.x * (3 + static_cast<float>(at.row)); }));
    CHECK_FALSE(says("input-times-rows", [](const At& at) { return at.x * (3 + static_cast<float>(at.column)); }));
    CHECK_FALSE(says("input-times-rows", [](const At& at) { return at.x; }));  // "equals-input" says more
    // Halves of rows that are twice as wide.
    const auto half = [](std::size_t from, float factor) {
        std::vector<Record> records{graded_call({3, 4}, correct), graded_call({2, 6}, correct)};
        for (Record& r : records) {
            auto& yours = std::get<Floats>(r.learner.outputs[0].is);
            const Floats wide = counted({yours.rows(), 2 * yours.width()}, 11, 3);
            r.call.set("x", wide);
            for (std::size_t i = 0; i < yours.size(); ++i)
                yours.values[i] =
                    factor * wide.values[i / yours.width() * wide.width() + from * yours.width() + i % yours.width()];
            r.failed = true;
        }
        return first_said(records);
    };
    CHECK(half(0, 1) == "equals-half");
    CHECK(half(1, 1) == "equals-half");
    CHECK(half(0, 2) != "equals-half");
    CHECK(half(1, 0.5f) != "equals-half");
}

TEST_CASE("results of one axis have numbers, not columns") {
    const auto text = [](const std::vector<std::vector<std::size_t>>& shapes) {
        std::vector<Record> records;
        for (const auto& shape : shapes) {
            records.push_back(graded_call(
                shape, [](const At& at) { return at.column < 2 ? at.right : at.right + 0.3f + std::sin(37 * at.x); }));
        }
        std::vector<const Record*> pointers;
        for (const Record& record : records) pointers.push_back(&record);
        std::string all;
        for (const Symptom& symptom : symptoms(pointers)) all += symptom.text;
        return all;
    };
    CHECK(text({{11}, {9}}).find("The first 2 numbers are right in every result.") != std::string::npos);
    CHECK(text({{11}, {3, 9}}).find("The first 2 columns are right in every result.") != std::string::npos);
}

TEST_CASE("where it is wrong, by columns and rows") {
    const auto noise = [](const At& at) { return at.right + 0.3f + std::sin(37 * at.x); };
    const auto only = [&](const char* id, const std::function<bool(const At&)>& place) {
        return says(id, [&](const At& at) { return place(at) ? noise(at) : at.right; });
    };
    CHECK(only("last-column", [](const At& at) { return at.column + 1 == at.width; }));
    CHECK_FALSE(only("last-column", [](const At& at) { return at.column + 2 >= at.width; }));
    CHECK_FALSE(only("last-column", [](const At& at) { return at.column == 0; }));
    CHECK(only("first-column", [](const At& at) { return at.column == 0; }));
    CHECK_FALSE(only("first-column", [](const At& at) { return at.column < 2; }));
    CHECK_FALSE(only("first-column", [](const At& at) { return at.row == 0; }));
    CHECK(only("first-column-right", [](const At& at) { return at.column > 0; }));
    CHECK_FALSE(only("first-column-right", [](const At& at) { return at.column > 1; }));
    CHECK_FALSE(only("first-column-right", [](const At&) { return true; }));
    CHECK(only("first-columns-right", [](const At& at) { return at.column > 1; }));
    CHECK_FALSE(only("first-columns-right", [](const At& at) { return at.column > 0; }));
    CHECK_FALSE(only("first-columns-right", [](const At& at) { return at.column != 1; }));
    CHECK(only("last-column-right", [](const At& at) { return at.column + 1 < at.width; }));
    CHECK_FALSE(only("last-column-right", [](const At& at) { return at.column + 2 < at.width; }));
    CHECK_FALSE(only("last-column-right", [](const At&) { return true; }));
    CHECK(only("last-columns-right", [](const At& at) { return at.column + 2 < at.width; }));
    CHECK_FALSE(only("last-columns-right", [](const At& at) { return at.column + 1 < at.width; }));
    CHECK_FALSE(only("last-columns-right", [](const At&) { return true; }));
    // Where what is in the columns counts, or one row is all there is.
    CHECK_FALSE(only("last-columns-right", [](const At& at) { return at.column + 1 + at.width / 4 < at.width; }));
    CHECK(said({graded_call({9}, [&](const At& at) { return at.column > 1 ? noise(at) : at.right; })}) !=
          std::vector<std::string>{"first-columns-right"});
    CHECK(only("odd-columns", [](const At& at) { return at.width > 8 && at.column % 2 == 1 && at.column < 30; }) ==
          false);
    const auto every_second = [&](std::size_t odd) {
        return said({graded_call({3, 37}, [&](const At& at) { return at.column % 2 == odd ? noise(at) : at.right; })});
    };
    CHECK(every_second(0).back() == "even-columns");
    CHECK(every_second(1).back() != "even-columns");
    CHECK(only("even-columns", [](const At&) { return true; }) == false);
    CHECK(only("first-row", [](const At& at) { return at.row == 0 && at.rows > 1; }));
    CHECK_FALSE(only("first-row", [](const At& at) { return at.row < 2; }));
    CHECK_FALSE(only("first-row", [](const At& at) { return at.column == 0; }));
    const auto of_rows = [&](const std::function<bool(const At&)>& place) {
        const Element answer = [&](const At& at) { return place(at) ? noise(at) : at.right; };
        const auto ids = said({graded_call({7, 5}, answer), graded_call({9, 5}, answer)});
        return ids.empty() ? "" : ids.back();
    };
    CHECK(of_rows([](const At& at) { return at.row + 1 < at.rows; }) == "last-row-right");
    CHECK(of_rows([](const At& at) { return at.row + 2 < at.rows; }) == "last-row-right");
    CHECK(of_rows([](const At&) { return true; }) != "last-row-right");
    const auto square = [&](const std::function<bool(const At&)>& place) {
        const auto ids = said({graded_call({5, 5}, [&](const At& at) { return place(at) ? noise(at) : at.right; })});
        return ids.empty() ? "" : ids.back();
    };
    CHECK(square([](const At& at) { return at.row != at.column; }) == "diagonal-right");
    CHECK(square([](const At& at) { return at.row + at.column != 4; }) != "diagonal-right");
    CHECK(square([](const At& at) { return at.row == 1 && at.column % 2 == 0; }) != "diagonal-right");
    CHECK(square([](const At&) { return true; }) != "diagonal-right");
    const auto heads = [&](const std::function<bool(const At&)>& place) {
        std::vector<Record> records;
        for (const std::size_t tokens : {3, 4})
            records.push_back(
                graded_call({tokens, 3, 5}, [&](const At& at) { return place(at) ? noise(at) : at.right; }));
        const auto ids = said(records);
        return ids.empty() ? "" : ids.back();
    };
    CHECK(heads([](const At& at) { return at.row % 3 != 0; }) == "first-of-axis-right");
    CHECK(heads([](const At& at) { return at.row % 3 == 0; }) == "first-of-axis");
    CHECK(heads([](const At& at) { return at.row % 2 == 0; }) == "whole-rows");
    CHECK(heads([](const At& at) { return at.column < 2 || at.column == 4; }) == "whole-columns");
    CHECK(heads([](const At& at) { return at.row % 2 == 0 && (at.row + at.column) % 3 < 2; }) != "whole-rows");
}

TEST_CASE("calls that gave nothing to compare") {
    const auto of = [](const std::function<void(Record&)>& change) {
        std::vector<Record> records;
        for (const auto& shape : shapes_asked) {
            records.push_back(graded_call(shape, correct));
            change(records.back());
            records.back().failed = true;
        }
        const auto ids = said(records);
        return ids.empty() ? "" : ids.front();
    };
    const auto yours = [](Record& r) -> Floats& { return std::get<Floats>(r.learner.outputs[0].is); };
    CHECK(of([](Record& r) { r.learner.modified = {"x"}; }) == "input-changed");
    const auto repeated = [&](int differ) {
        return [differ](Record& r) {
            r.call.set("threads", 3);
            r.learner.outputs.push_back(Integers({1}, differ));
            r.expected.outputs.push_back(Integers({1}, 0));
        };
    };
    CHECK(of(repeated(2)) == "not-repeatable");
    CHECK(of(repeated(1)) != "not-repeatable");
    CHECK(of([&](Record& r) {
              repeated(2)(r);
              if (r.learner.outputs.size() > 1 && yours(r).shape.size() == 1) r.call = {"", {}};
          }) != "not-repeatable");
    CHECK(of([](Record& r) { r.learner.kind = Outcome::Kind::other_exception; }) == "throws");
    CHECK(of([](Record& r) { r.learner.kind = Outcome::Kind::ended; }) == "");
    CHECK(of([&](Record& r) {
              if (yours(r).shape.size() == 1) r.learner.kind = Outcome::Kind::other_exception;
              else
                  for (float& y : yours(r).values) y = std::sin(37 * y);
          }) == "throws-in-some");
    CHECK(of([&](Record& r) {
              for (float& y : yours(r).values) y = std::sin(37 * y);
          }) != "throws-in-some");
    CHECK(of([&](Record& r) { yours(r).shape = {yours(r).size(), 1, 1, 1}; }) == "only-shape-wrong");
    CHECK(of([&](Record& r) {
              for (float& y : std::get<Floats>(r.expected.outputs[0].is).values) y = 9e-5f;
              yours(r) = Floats({yours(r).size(), 1, 1, 1}, 0.0f);
          }) != "only-shape-wrong");
    CHECK(of([&](Record& r) {
              std::get<Floats>(r.expected.outputs[0].is) = Floats({2, 0, 4}, 0.0f);
              yours(r) = Floats({0, 4}, 0.0f);
          }) == "shape-of-nothing");
    CHECK(of([&](Record& r) { yours(r) = Floats({yours(r).size(), 1, 1, 1}, 7.0f); }) == "axes-added");
    CHECK(of([&](Record& r) { yours(r) = Floats({}, 7.0f); }) == "axes-lost");
    CHECK(of([&](Record& r) {
              auto shape = yours(r).shape;
              shape.push_back(3);
              std::get<Floats>(r.expected.outputs[0].is) = Floats(shape, 1.0f);
              std::reverse(shape.begin(), shape.end());
              yours(r) = Floats(shape, 7.0f);
          }) == "axes-reversed");
    CHECK(of([&](Record& r) {
              std::get<Floats>(r.expected.outputs[0].is) = Floats({2, 2, 2, 2}, 1.0f);
          }) == "shape-of-input");
    const auto wider = [](std::size_t last, std::size_t first) {
        std::vector<Record> records{graded_call({3, 4}, correct), graded_call({5, 6}, correct)};
        for (Record& r : records) {
            auto shape = std::get<Floats>(r.learner.outputs[0].is).shape;
            shape[0] += first, shape[1] += last;
            r.learner.outputs[0] = Floats(shape, 7.0f);
            r.failed = true;
        }
        return first_said(records);
    };
    CHECK(wider(1, 0) == "last-axis");
    CHECK(wider(0, 1) == "first-axis");
    CHECK(wider(1, 1) == "shape");
    // Half of each row is asked for.
    const auto halved = [](std::size_t rows, std::size_t columns) {
        std::vector<Record> records{graded_call({4, 6}, correct), graded_call({8, 2}, correct)};
        for (Record& r : records) {
            const auto shape = std::get<Floats>(r.learner.outputs[0].is).shape;
            r.learner.outputs[0] = Floats({shape[0] / rows, shape[1] / columns}, 7.0f);
            r.expected.outputs[0] = Floats({shape[0], shape[1] / 2}, 1.0f);
            r.failed = true;
        }
        return first_said(records);
    };
    CHECK(halved(2, 1) == "first-axis-of-input");
    CHECK(halved(2, 2) == "first-axis");
    CHECK(halved(1, 1) == "shape-of-input");
    CHECK(halved(4, 3) != "first-axis-of-input");
    auto records = graded_calls(correct);
    records.push_back(graded_call({4, 4}, correct));
    records.back().expected = {.outputs = {}, .tolerance = {}, .invalid_argument = true};
    records.back().learner.kind = Outcome::Kind::other_exception;
    records.back().failed = true;
    CHECK(said(records) == std::vector<std::string>{"another-exception"});
    records.back().learner.kind = Outcome::Kind::returned;
    CHECK(said(records) != std::vector<std::string>{"another-exception"});
}

TEST_CASE("which calls fail, by arguments and by how much there is") {
    const auto noise = [](const At& at) { return at.right + 0.3f + std::sin(37 * at.x); };
    const std::vector<std::vector<std::size_t>> shapes{{4, 4}, {1, 5},  {3, 8}, {5, 37}, {2, 64},
                                                       {6, 9}, {7, 16}, {9, 6}, {1, 12}, {8, 8}};
    const auto only = [&](const std::function<bool(Record&)>& fails) {
        std::vector<Record> records;
        for (const auto& shape : shapes) {
            Record record = graded_call(shape, correct);
            if (fails(record)) {
                const Call call = record.call;
                record = graded_call(shape, noise);
                record.call = call;
            }
            records.push_back(std::move(record));
        }
        const auto ids = said(records);
        return ids.empty() ? "" : ids.back();
    };
    const auto width = [](Record& r) { return std::get<Floats>(r.expected.outputs[0].is).width(); };
    const auto rows = [](Record& r) { return std::get<Floats>(r.expected.outputs[0].is).rows(); };
    CHECK(only([&](Record& r) { return rows(r) == 1; }) == "one-row");
    CHECK(only([&](Record& r) { return rows(r) == width(r); }) == "square");
    CHECK(only([&](Record& r) { return rows(r) == 4; }) == "");  // one call shows little
    CHECK(only([&](Record& r) { return width(r) > 8; }) == "many-columns");
    CHECK(only([&](Record& r) { return width(r) > 16; }) == "");  // two calls show little
    CHECK(only([&](Record& r) { return width(r) < 8 && rows(r) != 4; }) == "");
    CHECK(only([&](Record& r) { return width(r) < 8; }) == "few-columns");
    CHECK(only([&](Record& r) { return width(r) % 4 != 0; }) == "multiple");
    CHECK(only([&](Record& r) { return width(r) == 8; }) != "multiple");
    CHECK(only([&](Record& r) {
              const bool given = rows(r) % 2 == 1;
              if (given) r.call.set("bias", weight(width(r)));
              return given;
          }) == "only-with");
    CHECK(only([&](Record& r) {
              const bool given = rows(r) % 2 == 1;
              if (given) r.call.set("bias", weight(width(r)));
              return !given;
          }) == "only-without");
    CHECK(only([&](Record& r) {  // a table that is given or asked for
              const bool given = rows(r) % 2 == 1;
              r.call.set(given ? "cos" : "theta", weight(width(r)));
              return !given;
          })
              .find("only-with") == std::string::npos);
    CHECK(only([&](Record& r) {
              const bool other = rows(r) % 2 == 1;
              r.call.set("eps", other ? 1e-3 * static_cast<double>(rows(r)) : 1e-5);
              return other;
          }) == "other-number");
    CHECK(only([&](Record& r) {
              r.call.set("eps", 1e-5);
              return width(r) == 37 || width(r) == 5;
          }) != "other-number");
    const auto before = [&](bool kept) {
        return only([&](Record& r) {
            const bool is_kept = rows(r) % 2 == 1;
            const Floats& right = std::get<Floats>(r.expected.outputs[0].is);
            r.call.set(output_before(0), is_kept ? Floats(right.shape, a_nan) : Floats({right.size() + 3}, 0.5f));
            return is_kept == kept;
        });
    };
    CHECK(before(true) == "out-of-right-shape");
    CHECK(before(false) == "");
    const auto size = [&](float least, float most) {
        return only([&](Record& r) {
            const auto at = static_cast<std::size_t>(
                std::find(shapes.begin(), shapes.end(), std::get<Floats>(r.expected.outputs[0].is).shape) -
                shapes.begin());
            const float scale = at % 2 == 0 ? least : most;
            auto x = std::get<Floats>(r.call["x"].is);
            for (float& value : x.values) value *= scale * (1 + 0.01f * static_cast<float>(at));
            r.call.set("x", x);
            return scale != 1;
        });
    };
    CHECK(size(1, 1000) == "large-numbers");
    CHECK(size(0, 1000) != "large-numbers");  // zeros fail, too
    CHECK(size(1, 1e-6f) == "small-numbers");
    CHECK(size(1000, 1e-6f) != "large-numbers");
    CHECK(size(1000, 1e-6f) != "small-numbers");
    CHECK(size(1, 2) != "large-numbers");  // so near that it can be by chance
    CHECK(size(1, 0.5f) != "small-numbers");
}

TEST_CASE("in which way all is off") {
    const auto wave = [](const At& at) { return 0.55f + 0.4f * std::sin(37 * at.x); };
    CHECK(says("too-small", [&](const At& at) { return at.right * wave(at); }));
    CHECK_FALSE(says("too-small", [&](const At& at) { return at.right * (wave(at) + 0.5f); }));
    CHECK(says("too-large", [&](const At& at) { return at.right * (wave(at) + 1); }));
    CHECK_FALSE(says("too-large", [&](const At& at) { return at.right * (wave(at) + 0.5f); }));
    CHECK(says("sign-right", [&](const At& at) { return at.right * (wave(at) + 0.5f); }));
    CHECK_FALSE(says("sign-right", [&](const At& at) { return at.right * (wave(at) - 0.5f); }));
    CHECK(says("too-high", [&](const At& at) { return at.right + wave(at); }));
    CHECK_FALSE(says("too-high", [&](const At& at) { return at.right + wave(at) - 0.5f; }));
    CHECK(says("too-low", [&](const At& at) { return at.right - wave(at); }));
    CHECK_FALSE(says("too-low", [&](const At& at) { return at.right - wave(at) + 0.5f; }));
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

TEST_CASE("what is gone, or should be") {
    const auto records = [](const Element& answer, const Element& right) {
        auto graded = graded_calls(answer);
        for (Record& record : graded) {
            Floats& expected = std::get<Floats>(record.expected.outputs[0].is);
            for (std::size_t i = 0; i < expected.size(); ++i) {
                const std::size_t width = expected.width();
                expected.values[i] = right({i / width, i % width, expected.rows(), width, 0, expected.values[i]});
            }
            record.failed = !meets(record.learner, record.expected);
        }
        return graded;
    };
    const Element one = [](const At& at) { return at.column == 0 ? -INFINITY : at.right; };
    const Element two = [](const At& at) { return at.column < 2 ? -INFINITY : at.right; };
    const Element other = [](const At& at) { return at.column == 1 ? -INFINITY : at.right; };
    CHECK(first_said(records(two, one)) == "gone-too-many");
    CHECK(first_said(records(one, two)) == "gone-too-few");
    for (const auto& [answer, right] : {std::pair(one, other), std::pair(other, one)}) {
        for (const std::string& id : said(records(answer, right))) CHECK(id.find("gone") == id.npos);
    }
    // Where -inf is expected nothing is close, and nothing too large.
    for (const std::string& id : said(records([](const At& at) { return at.right + std::sin(37 * at.x); }, one))) {
        CHECK(id != "nearly");
        CHECK(id.find("too-") != 0);
    }
}

TEST_CASE("what is nearly right") {
    CHECK(says("nearly", [](const At& at) { return at.right + 1e-3f * std::sin(37 * at.x); }));
    CHECK_FALSE(says("nearly", [](const At& at) { return at.right + std::sin(37 * at.x); }));
    CHECK_FALSE(says("nearly", [](const At& at) { return at.right + 1e-2f; }));  // a constant says more
    // What is off by less than shows is no constant and no factor.
    const auto ids = said(graded_calls([](const At& at) { return at.column > 0 ? at.right + 6e-5f : at.right; }));
    for (const std::string& id : ids) {
        CHECK(id.find("constant") == id.npos);
        CHECK(id.find("factor") == id.npos);
    }
}

TEST_CASE("of several outputs those that are always right") {
    const auto noise = [](const At& at) { return 5 * std::sin(37 * at.x); };
    const auto calls = [&](const Element& second, std::int64_t length) {
        std::vector<Record> records;
        for (const auto& shape : shapes_asked) {
            Record record = graded_call(shape, noise);
            const Record other = graded_call(shape, second);
            record.learner.outputs.push_back(other.learner.outputs[0]);
            record.expected.outputs.push_back(other.expected.outputs[0]);
            record.learner.outputs.push_back(length);
            record.expected.outputs.push_back(std::int64_t{3});
            record.expected.names = {"y", "keys", "length"};
            records.push_back(record);
        }
        return said(records);
    };
    CHECK(calls(correct, 3) == std::vector<std::string>{"one-output"});
    CHECK(calls(correct, 4) == std::vector<std::string>{"one-output"});
    CHECK(calls(noise, 3).empty());  // the length alone is right, which is little
    CHECK(calls(noise, 4).empty());
}

namespace {

/// Calls that gave the first and should give the second.
using Pairs = std::vector<std::pair<Value, Value>>;

std::string said_of(const Pairs& pairs) {
    std::vector<Record> records;
    for (const auto& [yours, expected] : pairs) {
        Outcome outcome;
        outcome.outputs = {yours};
        records.push_back({"test", {}, {{expected}, {}, false, false}, outcome, true});
    }
    return first_said(records);
}

}  // namespace

TEST_CASE("what is true of every wrong text") {
    const auto says_of = [](const char* id, const Pairs& pairs) { return said_of(pairs) == id; };
    CHECK(says_of("text-empty", {{"", "ab"}, {"", "c"}}));
    CHECK_FALSE(says_of("text-empty", {{"", "ab"}, {"c", "cd"}}));
    CHECK_FALSE(says_of("text-empty", {{" ", "ab"}, {" ", "c"}}));
    CHECK(says_of("text-line-ends", {{"a\nb", "a\nb\n"}, {"ab", "a\nb\n"}, {"a\r\nb", "a\nb"}}));
    CHECK_FALSE(says_of("text-line-ends", {{"a\nb", "a\nb\n"}, {"a b", "a\nb\n"}}));
    CHECK_FALSE(says_of("text-line-ends", {{"a\nb", "a\nc\n"}}));
    CHECK(says_of("text-spaces", {{"a b", "a b "}, {"a b", "a\nb\n"}}));
    CHECK_FALSE(says_of("text-spaces", {{"ab", "a\nb"}, {"a_b", "a b"}}));
    CHECK_FALSE(says_of("text-spaces", {{"a b", "a c "}}));
    CHECK(says_of("text-case", {{"User ab", "user ab"}, {"ABc", "abc"}}));
    CHECK_FALSE(says_of("text-case", {{"User ab", "user ab "}}));
    CHECK_FALSE(says_of("text-case", {{"User", "user"}, {"b", "a"}}));
    CHECK(says_of("text-replacements", {{"a\uFFFD\uFFFD中", "a\uFFFD中"}, {"a\xE4中", "a\uFFFD中"}}));
    CHECK_FALSE(says_of("text-replacements", {{"a\uFFFD", "a\uFFFD中"}, {"a?中", "a\uFFFD中"}}));
    CHECK_FALSE(says_of("text-replacements", {{"a?中", "a\uFFFD中"}}));
    CHECK(says_of("text-not-utf8", {{"\xC3\xA9\xFF", "\xC3\xB1"}, {"b\xE4\xB8", "c"}}));
    CHECK_FALSE(says_of("text-not-utf8", {{"a\xFF", "c"}, {"d", "e"}}));
    CHECK_FALSE(says_of("text-not-utf8", {{"a\xFF", "c\xFE"}, {"d\xFE", "e"}}));
    CHECK(says_of("text-lacks-each", {{"abc", "a<e>b<e>c"}, {"ab", "a<e>b"}, {"a", "<e>a<e><e>"}}));
    CHECK_FALSE(says_of("text-lacks-each", {{"abc", "a<e>b<e>c"}, {"ab<e>", "a<e>b<e>"}}));
    CHECK_FALSE(says_of("text-lacks-each", {{"abc", "a<e>b<f>c"}}));
    CHECK(says_of("text-lines-permuted", {{"b\na\nc", "a\nb\nc"}, {"b\na\n", "a\nb\n"}}));
    CHECK_FALSE(says_of("text-lines-permuted", {{"b\na\nc", "a\nb\nc"}, {"ab\ndc", "dc\nba"}}));
    CHECK_FALSE(says_of("text-lines-permuted", {{"a\nb\nb", "a\na\nb"}}));
    CHECK(says_of("text-begins", {{"ab", "abc"}, {"", "d"}}));
    CHECK_FALSE(says_of("text-begins", {{"ab", "abc"}, {"d", "cd"}}));
    CHECK_FALSE(says_of("text-begins", {{"abcd", "abc"}}));
    CHECK(says_of("text-ends", {{"bc", "abc"}, {"", "d"}, {"f", "ef"}}));
    CHECK_FALSE(says_of("text-ends", {{"bc", "abc"}, {"d", "de"}}));
    CHECK_FALSE(says_of("text-ends", {{"xabc", "abc"}}));
    CHECK(says_of("text-more-behind", {{"abc", "ab"}, {"abd", "ab"}}));
    CHECK_FALSE(says_of("text-more-behind", {{"abc", "ab"}, {"xab", "ab"}}));
    CHECK_FALSE(says_of("text-more-behind", {{"ab", "abc"}}));
    CHECK(says_of("text-more-before", {{"xab", "ab"}, {"yab", "ab"}}));
    CHECK_FALSE(says_of("text-more-before", {{"abc", "ab"}, {"xab", "ab"}}));
    CHECK_FALSE(says_of("text-more-before", {{"ab", "xab"}}));
    CHECK(says_of("text-lacks", {{"ab<e>cd", "ab<e><e>cd"}, {"a", "a<e>"}, {"ba", "b<e>a"}}));
    CHECK_FALSE(says_of("text-lacks", {{"ab", "a<e>b"}, {"ab", "a<f>b"}}));
    CHECK_FALSE(says_of("text-lacks", {{"ab", "a<e>b"}, {"abc", "a<e>b<e>c"}}));
    CHECK(says_of("text-has-besides", {{"ab<e><e>cd", "ab<e>cd"}, {"a<e>", "a"}}));
    CHECK_FALSE(says_of("text-has-besides", {{"a<e>b", "ab"}, {"a<f>b", "ab"}}));
    CHECK_FALSE(says_of("text-has-besides", {{"ab", "a<e>b"}, {"b", "<e>b"}}));
    CHECK(says_of("text-piece-missing", {{"ab", "a<e>b"}, {"ab", "a<f>b"}}));
    CHECK_FALSE(says_of("text-piece-missing", {{"ab", "a<e>b"}, {"abc", "a<e>b<e>c"}}));
    CHECK_FALSE(says_of("text-piece-missing", {{"ab", "a<e>b"}, {"a<e>b", "ab"}}));
    CHECK(says_of("text-piece-added", {{"a<e>b", "ab"}, {"a<f>b", "ab"}}));
    CHECK_FALSE(says_of("text-piece-added", {{"a<e>b", "ab"}, {"a<e>b<e>c", "abc"}}));
    CHECK_FALSE(says_of("text-piece-added", {{"ab", "a<e>b"}, {"a<e>b", "ab"}}));
    CHECK(says_of("text-ascii-right", {{"aébñc", "aäböc"}, {"abéc", "aböc"}}));
    CHECK_FALSE(says_of("text-ascii-right", {{"aébñc", "aäböc"}, {"abéc", "abö"}}));
    CHECK_FALSE(says_of("text-ascii-right", {{"é", "ä"}}));
    CHECK(says_of("text-too-long", {{"xyz", "ab"}, {"xbyz", "acb"}}));
    CHECK_FALSE(says_of("text-too-long", {{"xyz", "ab"}, {"yz", "cd"}}));
    CHECK_FALSE(says_of("text-too-long", {{"xy", "abc"}}));
    CHECK(says_of("text-too-short", {{"xy", "abc"}, {"z", "cd"}}));
    CHECK_FALSE(says_of("text-too-short", {{"xy", "abc"}, {"yz", "cd"}}));
    CHECK_FALSE(says_of("text-too-short", {{"xyz", "ab"}}));
    CHECK(said_of({{"xy", "ab"}, {"yz", "cd"}}).empty());
    CHECK(said_of({{"", "ab"}, {Values{}, Values{"a"}}}).empty());  // not all of one kind
}

TEST_CASE("of a text beside numbers nothing is said") {
    Outcome outcome;
    outcome.outputs = {"no", 3};
    const Record record{"test", {}, {{"yes", 3}, {}, false, false}, outcome, true};
    CHECK(said({record, record}).empty());
}

TEST_CASE("what a text lacks is shown in whole lines") {
    Outcome one, two;
    one.outputs = {"<s>user\nHi<e>\n"};
    two.outputs = {"<s>user\nHo<e>\n"};
    const Expectation first{{"<s>system\nBe<e>\n<s>user\nHi<e>\n"}, {}, false, false};
    const Expectation second{{"<s>system\nBe<e>\n<s>user\nHo<e>\n"}, {}, false, false};
    const Record a{"test", {}, first, one, true}, b{"test", {}, second, two, true};
    const auto found = symptoms({&a, &b});
    REQUIRE(found.size() == 1);
    CHECK(found[0].text.find(R"("<s>system\nBe<e>\n")") != std::string::npos);
}

TEST_CASE("what is true of every wrong list") {
    const auto says_of = [](const char* id, const Pairs& pairs) { return said_of(pairs) == id; };
    using V = Values;
    CHECK(says_of("list-empty", {{V{}, V{"a"}}, {V{}, V{"a", "b"}}}));
    CHECK_FALSE(says_of("list-empty", {{V{}, V{"a"}}, {V{"a"}, V{"a", "b"}}}));
    CHECK_FALSE(says_of("list-empty", {{V{""}, V{"a"}}}));
    CHECK(says_of("list-begins", {{V{"a"}, V{"a", "b"}}, {V{}, V{"a", "b"}}}));
    CHECK_FALSE(says_of("list-begins", {{V{"a"}, V{"a", "b"}}, {V{"b"}, V{"a", "b"}}}));
    CHECK_FALSE(says_of("list-begins", {{V{"a", "b"}, V{"a"}}}));
    CHECK(says_of("list-more-behind", {{V{"a", "b"}, V{"a"}}, {V{"a"}, V{}}}));
    CHECK_FALSE(says_of("list-more-behind", {{V{"a", "b"}, V{"a"}}, {V{"b", "a"}, V{"a"}}}));
    CHECK_FALSE(says_of("list-more-behind", {{V{"a"}, V{"a", "b"}}}));
    CHECK(says_of("list-reversed", {{V{"a", "b"}, V{"b", "a"}}, {V{"a", "b", "c"}, V{"c", "b", "a"}}}));
    CHECK_FALSE(says_of("list-reversed", {{V{"a", "b"}, V{"b", "a"}}, {V{"a", "b", "c"}, V{"b", "c", "a"}}}));
    CHECK_FALSE(says_of("list-reversed", {{V{"a", "b"}, V{"a", "b", "c"}}}));
    CHECK(says_of("list-permuted", {{V{"a", "b", "c"}, V{"b", "c", "a"}}, {V{"a", "b"}, V{"b", "a"}}}));
    CHECK_FALSE(says_of("list-permuted", {{V{"a", "b", "c"}, V{"b", "c", "c"}}}));
    CHECK_FALSE(says_of("list-permuted", {{V{V{"a", "b"}, V{"c", "d"}}, V{V{"b", "a"}, V{"c", "d"}}}}));
    CHECK(says_of("list-of-characters", {{V{"l", "o", "w"}, V{"low"}}, {V{"中", "a"}, V{"中a"}}}));
    CHECK_FALSE(says_of("list-of-characters", {{V{"l", "o", "w"}, V{"low"}}, {V{"l", "ow"}, V{"low"}}}));
    CHECK_FALSE(says_of("list-of-characters", {{V{"\xE4", "\xB8", "\xAD", "ab"}, V{"中ab"}}}));
    CHECK(says_of("list-joined-more", {{V{"\xE4", "\xB8", "\xAD"}, V{"中"}}}));  // bytes, not characters
    CHECK(says_of("list-joined-more", {{V{"lo", "w"}, V{"low"}}, {V{"l", "o", "ws"}, V{"lo", "ws"}}}));
    CHECK_FALSE(says_of("list-joined-more", {{V{"lo", "w"}, V{"low"}}, {V{"l", "ow"}, V{"lo", "w"}}}));
    CHECK_FALSE(says_of("list-joined-more", {{V{"lo", "ws"}, V{"low"}}}));
    CHECK(says_of("list-joined-fewer", {{V{"low"}, V{"lo", "w"}}, {V{"a", "bc"}, V{"a", "b", "c"}}}));
    CHECK_FALSE(says_of("list-joined-fewer", {{V{"low"}, V{"lo", "w"}}, {V{"l", "ow"}, V{"lo", "w"}}}));
    CHECK_FALSE(says_of("list-joined-fewer", {{V{"lows"}, V{"lo", "w"}}}));
    CHECK(says_of("list-joined", {{V{"lo", "w"}, V{"low"}}, {V{"l", "ow"}, V{"lo", "w"}}}));
    CHECK_FALSE(says_of("list-joined", {{V{"lo", "w"}, V{"low"}}, {V{"l", "o"}, V{"lo", "w"}}}));
    CHECK_FALSE(says_of("list-joined", {{V{V{"lo", "w"}}, V{V{"low"}}}}));
    CHECK(says_of("joined-begins", {{V{"l", "o"}, V{"lo", "w"}}, {V{"", "a"}, V{"a", "b"}}}));
    CHECK_FALSE(says_of("joined-begins", {{V{"l", "o"}, V{"lo", "w"}}, {V{"b", "a"}, V{"a", "b"}}}));
    CHECK_FALSE(says_of("joined-begins", {{V{"lo", "w", "s"}, V{"l", "ow"}}}));
    CHECK_FALSE(says_of("joined-begins", {{V{"l", "o"}, V{"lo", "w"}}, {V{"l", "ow"}, V{"lo", "w"}}}));
    CHECK_FALSE(says_of("joined-more-behind", {{V{"l", "ows"}, V{"lo", "w"}}, {V{"l", "ow"}, V{"lo", "w"}}}));
    CHECK(says_of("first-has-more", {{V{"lower", "x"}, V{"low", "er"}}, {V{"b", "c"}, V{"", "a"}}}));
    CHECK(says_of("first-has-less", {{V{"low", "er"}, V{"lower", "x"}}, {V{"", "a"}, V{"b", "c"}}}));
    CHECK_FALSE(says_of("first-has-more", {{V{"lower", "x"}, V{"low", "er"}}, {V{"b", "c"}, V{"a", "b"}}}));
    CHECK(says_of("list-of-empty", {{V{"", ""}, V{"a", ""}}, {V{""}, V{"a", "b"}}}));
    CHECK_FALSE(says_of("list-of-empty", {{V{"", ""}, V{"a", ""}}, {V{"a"}, V{"a", "b"}}}));
    CHECK_FALSE(says_of("list-of-empty", {{V{}, V{"a"}}}));
    CHECK(says_of("joined-ascii", {{V{"aéb", "ñc"}, V{"aäb", "öc"}}, {V{"abc"}, V{"abö", "c"}}}));
    CHECK_FALSE(says_of("joined-ascii", {{V{"aéb", "ñc"}, V{"aäb", "öc"}}, {V{"acb"}, V{"abö", "c"}}}));
    CHECK_FALSE(says_of("joined-ascii", {{V{"é"}, V{"ä"}}}));
    CHECK(says_of("joined-replacements", {{V{"a\uFFFD", ""}, V{"a", ""}}, {V{"", "a\xE4"}, V{"a", "\uFFFD"}}}));
    CHECK_FALSE(says_of("joined-replacements", {{V{"a?", ""}, V{"a", ""}}, {V{"a\uFFFD"}, V{"a"}}}));
    CHECK_FALSE(says_of("joined-replacements", {{V{"a\uFFFD"}, V{"b"}}}));
    CHECK(says_of("joined-too-long", {{V{"lo", "ow"}, V{"low"}}, {V{"l", "oww"}, V{"lo", "w"}}}));
    CHECK_FALSE(says_of("joined-too-long", {{V{"lo", "ow"}, V{"low"}}, {V{"l", "w"}, V{"lo", "w"}}}));
    CHECK_FALSE(says_of("joined-too-long", {{V{"ow"}, V{"low"}}}));
    CHECK(says_of("joined-too-short", {{V{"o", "w"}, V{"low"}}, {V{"l", "w"}, V{"lo", "w"}}}));
    CHECK_FALSE(says_of("joined-too-short", {{V{"o", "w"}, V{"low"}}, {V{"l", "oww"}, V{"lo", "w"}}}));
    CHECK_FALSE(says_of("joined-too-short", {{V{"loow"}, V{"low"}}}));
    // Lines that say something each are not joined.
    CHECK_FALSE(says_of("joined-too-short", {{V{"a: 1", "b: 2"}, V{"a: 1", "b: 30"}}}));
    CHECK(says_of("one-line", {{V{"a: 1", "b: 2"}, V{"a: 1", "b: 30"}}, {V{"b: 4"}, V{"b: 5"}}}));
    CHECK_FALSE(says_of("one-line", {{V{"a: 1", "b: 2"}, V{"a: 1", "b: 30"}}, {V{"a: 4"}, V{"a: 5"}}}));
    CHECK(says_of("lines-begin-alike", {{V{"refused", "c"}, V{"a: 1"}}, {V{"refused"}, V{"a: 2", "b: 3"}}}));
    CHECK_FALSE(says_of("lines-begin-alike", {{V{"refused"}, V{"a: 1"}}, {V{"another"}, V{"a: 2", "b: 3"}}}));
    const Value ab = V{"a", "b"}, ba = V{"b", "a"}, cd = V{"c", "d"}, dc = V{"d", "c"}, ef = V{"e", "f"};
    CHECK(says_of("list-of-swapped-pairs", {{V{ab, cd}, V{ba, dc}}, {V{cd}, V{dc}}}));
    CHECK_FALSE(says_of("list-of-swapped-pairs", {{V{ab, cd}, V{ba, cd}}}));
    CHECK_FALSE(says_of("list-of-swapped-pairs", {{V{ab, cd}, V{ba}}}));
    CHECK(says_of("list-first-wrong", {{V{ab, cd}, V{cd, ef}}, {V{ab, ef}, V{cd, ef}}}));
    CHECK_FALSE(says_of("list-first-wrong", {{V{ab, cd}, V{cd, ef}}, {V{ab}, V{cd, ef}}}));
    CHECK_FALSE(says_of("list-first-wrong", {{V{ab, cd}, V{cd, ef}}, {V{ab, cd}, V{ab, ef}}}));
    CHECK_FALSE(says_of("list-first-wrong", {{V{ab, cd}, V{ab, ef}}}));
    CHECK(says_of("list-first-right", {{V{ab, cd}, V{ab, ef}}, {V{ab, ab, cd}, V{ab, ef}}}));
    CHECK_FALSE(says_of("list-first-right", {{V{ab, cd}, V{ab, ef}}, {V{ab, cd}, V{cd, ef}}}));
    CHECK_FALSE(says_of("list-first-right", {{V{ab, cd}, V{cd, ef}}}));
    CHECK(says_of("list-too-long", {{V{ab, cd}, V{ef}}, {V{ab, cd, ef}, V{ab, ef}}}));
    CHECK_FALSE(says_of("list-too-long", {{V{ab, cd}, V{ef}}, {V{ab, cd}, V{ab, ef}}}));
    CHECK_FALSE(says_of("list-too-long", {{V{ab}, V{cd, ef}}}));
    CHECK(says_of("list-too-short", {{V{ab}, V{cd, ef}}, {V{ab, cd}, V{ab, ef, cd}}}));
    CHECK_FALSE(says_of("list-too-short", {{V{ab}, V{cd, ef}}, {V{ab, cd}, V{ab, ef}}}));
    CHECK_FALSE(says_of("list-too-short", {{V{ab, cd}, V{ef}}}));
}

TEST_CASE("which calls fail, by the texts that are given") {
    const std::vector<Values> given{{"a", "b"},    {"中", "文"},  {"é"}, {"\xE4", "\xB8\xAD"}, {"\xC3", "\xA9", "a"},
                                    {"\xE4", "A"}, {"a\xFF", "b"}};
    const auto only = [&](const std::function<bool(std::size_t)>& fails) {
        std::vector<Record> records;
        for (std::size_t k = 0; k < given.size(); ++k) {
            Outcome outcome;
            outcome.outputs = {"right"};
            if (fails(k)) outcome.outputs = {"wrong " + std::to_string(k)};
            records.push_back({"test", {"", {{"pushed", given[k]}}}, {{"right"}, {}, false, false}, outcome, fails(k)});
        }
        const auto ids = said(records);
        return ids.empty() ? "" : ids.back();
    };
    CHECK(only([](std::size_t k) { return k >= 5; }) == "broken-text");
    CHECK(only([](std::size_t k) { return k == 6 || k == 2; }) != "broken-text");
    CHECK(only([](std::size_t k) { return k == 6; }) != "broken-text");  // one call shows little
    CHECK(only([](std::size_t k) { return k == 3 || k == 4; }) == "cut-text");
    CHECK(only([](std::size_t k) { return k == 2 || k == 3; }) != "cut-text");
    CHECK(only([](std::size_t k) { return k >= 3; }) != "cut-text");
    CHECK(only([](std::size_t k) { return k >= 3; }) == "text-in-pieces");
    CHECK(only([](std::size_t k) { return k >= 2; }) != "text-in-pieces");
    CHECK(only([](std::size_t k) { return k < 3; }) != "text-in-pieces");
}

namespace {

/// Calls of one output: what is expected of each, what it gave, and what it was given.
struct Given {
    Value expected, yours;
    std::vector<std::pair<std::string, Value>> arguments = {};
};

std::vector<Record> records_of(const std::vector<Given>& all) {
    std::vector<Record> records;
    for (const Given& one : all) {
        Outcome outcome;
        outcome.outputs = {one.yours};
        const Expectation expected{{one.expected}, {}, false, false};
        records.push_back({"test", {"", one.arguments}, expected, outcome, !meets(outcome, expected)});
    }
    return records;
}

Integers whole(std::vector<std::int64_t> numbers) { return {{numbers.size()}, std::move(numbers)}; }

/// Of each row a number is asked for: what is expected, what is given.
std::string of_rows(const std::vector<std::vector<float>>& rows, const std::vector<std::int64_t>& expected,
                    const std::vector<std::int64_t>& yours) {
    std::vector<Given> all;
    for (std::size_t i = 0; i < rows.size(); ++i) all.push_back({expected[i], yours[i], {{"x", row(rows[i])}}});
    return first_said(records_of(all));
}

/// Expected are 3, 1, 4 and 1, 5 and 9, 2, 6, 5.
std::string of_listed(const std::vector<std::vector<std::int64_t>>& yours) {
    return first_said(records_of({{whole({3, 1, 4}), whole(yours[0]), {{"in", whole({7})}}},
                                  {whole({1, 5}), whole(yours[1]), {{"in", whole({8, 8})}}},
                                  {whole({9, 2, 6, 5}), whole(yours[2]), {{"in", whole({0})}}}}));
}

std::string of_calls_made(const Values& yours, const Values& more) {
    return first_said(records_of({{Values{"f(1)", "g(2)", "f(3)"}, yours}, {Values{"g(4)", "f(5)"}, more}}));
}

}  // namespace

TEST_CASE("whole numbers that are off by one, or always the same") {
    CHECK(first_said(records_of({{3, 4}, {7, 8}, {5, 5}})) == "more-by");
    CHECK(first_said(records_of({{3, 1}, {7, 5}})) == "less-by");
    CHECK(first_said(records_of({{whole({3, 9, 7}), whole({4, 9, 8})}})) == "more-by");
    CHECK(first_said(records_of({{3, 4}, {7, 9}})).empty());
    CHECK(first_said(records_of({{3, 4}, {3, 4}})).empty());  // which is little
    CHECK(first_said(records_of({{3, 0}, {7, 0}, {5, 5}})) == "always-this");
    CHECK(first_said(records_of({{3, 0}, {7, 1}})).empty());
    CHECK(first_said(records_of({{3, 0}})).empty());
}

TEST_CASE("whole numbers that are places in an input") {
    const std::vector<std::vector<float>> rows{{2, 7, 1, -9, 7}, {5, 1, -8, 0, 3}, {1, 2, 4, 4}};
    CHECK(of_rows(rows, {1, 0, 2}, {4, 0, 3}) == "equal-elsewhere");
    CHECK(of_rows(rows, {0, 1, 0}, {4, 0, 3}) == "place-of-largest");
    CHECK(of_rows(rows, {0, 4, 3}, {3, 2, 0}) == "place-of-smallest");
    CHECK(of_rows(rows, {0, 0, 0}, {2, 3, 0}) == "zero-expected");
    CHECK(of_rows(rows, {0, 1, 0}, {2, 3, 0}) != "zero-expected");
    CHECK(of_rows({rows[0], rows[1]}, {0, 4}, {3, 2}) == "place-of-largest-size");  // and smallest
    CHECK(of_rows(rows, {0, 4, 0}, {3, 2, 3}) == "place-of-largest-size");
    CHECK(of_rows(rows, {0, 4, 0}, {3, 2, 1}).empty());
    CHECK(of_rows(rows, {4, 3, 1}, {5, 5, 4}) == "behind-the-end");
    CHECK(of_rows(rows, {4, 3, 1}, {-1, 6, 0}).empty());
    CHECK(of_rows({{2, a_nan, 3}, {4, 5, 6}}, {0, 1}, {2, 0}).empty());
}

TEST_CASE("whole numbers that are all larger or smaller") {
    CHECK(first_said(records_of({{3, 4}, {7, 9}, {1, 2}, {0, 5}})) == "all-larger");
    CHECK(first_said(records_of({{3, 2}, {7, 5}, {1, 0}, {9, 5}})) == "all-smaller");
    CHECK(first_said(records_of({{3, 4}, {7, 9}, {1, 2}, {9, 5}})).empty());
}

TEST_CASE("a number that is not used") {
    const auto asked = [](const std::vector<std::int64_t>& yours) {
        std::vector<Given> all;
        const double us[] = {0.1, 0.5, 0.9, 0.1, 0.5};
        const std::int64_t expected[] = {0, 1, 2, 0, 1};
        for (std::size_t i = 0; i < 5; ++i) {
            const Floats x = i < 3 ? row({1, 1, 1}) : row({4, 4});
            all.push_back({expected[i], yours[i], {{"x", x}, {"u", us[i]}}});
        }
        return first_said(records_of(all));
    };
    CHECK(asked({2, 2, 2, 1, 1}) != "unused");  // of equals the places say more
    const auto places = [](const std::vector<std::int64_t>& yours) {
        std::vector<Given> all;
        for (std::size_t i = 0; i < 3; ++i) {
            all.push_back({static_cast<std::int64_t>(2 * i), yours[i], {{"n", whole({7})}, {"u", 0.1 * double(i)}}});
            all.push_back({static_cast<std::int64_t>(i), yours[i] + 1, {{"n", whole({9})}, {"u", 0.1 * double(i)}}});
        }
        return first_said(records_of(all));
    };
    CHECK(places({2, 2, 2}) == "unused");
    CHECK(places({2, 3, 2}) != "unused");
}

TEST_CASE("lists that go on, end early, or have something in front") {
    CHECK(of_listed({{3, 1, 4, 0}, {1, 5, 0}, {9, 2, 6, 5, 5}}) == "one-behind");
    CHECK(of_listed({{3, 1, 4, 0}, {1, 5}, {9, 2, 6, 5, 5, 8}}) == "more-behind");
    CHECK(of_listed({{3, 1}, {1}, {9, 2, 6}}) == "last-missing");
    CHECK(of_listed({{3}, {}, {9, 2, 6}}) == "end-missing");
    CHECK(of_listed({{}, {}, {}}) == "list-empty");
    CHECK(of_listed({{7, 3, 1, 4}, {8, 8, 1, 5}, {0, 9, 2, 6, 5}}) == "input-in-front");
    CHECK(of_listed({{7, 3, 1, 4}, {8, 1, 5}, {0, 9, 2, 6, 5}}).empty());
    CHECK(of_listed({{3, 1, 4, 0}, {1}, {9, 2, 6, 5}}).empty());
    CHECK(of_listed({{4, 3}, {5, 1, 1}, {9, 2, 6, 5}}).empty());
    CHECK(of_listed({{3, 1, 4}, {1, 5}, {9, 2, 6, 5}}).empty());
}

TEST_CASE("lists that are wrong at one end") {
    CHECK(of_listed({{3, 1, 0}, {1, 7}, {9, 2, 6, 8}}) == "last-wrong");
    CHECK(of_listed({{0, 1, 4}, {7, 5}, {8, 2, 6, 5}}) == "first-wrong");
    CHECK(of_listed({{3, 1, 0}, {7, 5}, {9, 2, 6, 8}}).empty());
}

TEST_CASE("lists of calls") {
    CHECK(of_calls_made({"f(1)", "g(0)", "f(3)"}, {"g(1)", "g(4)", "f(5)"}) == "calls-of");
    CHECK(of_calls_made({"f(1)", "g(0)", "f(3)"}, {"g(4)", "f(6)"}).empty());
    CHECK(of_calls_made({"f(0)", "g(0)", "f(3)"}, {"g(4)", "f(5)"}).empty());
    CHECK(of_calls_made({"f(1)", "g(0)", "f(0)"}, {"g(3)", "f(5)"}).empty());
}

TEST_CASE("what the first line that differs tells of") {
    using V = Values;
    const V running{"ends(1)", "step(): computes 1; refused 2", "running 1", "waiting 2"};
    const auto said = [&](const V& yours, const V& more) {
        return first_said(records_of({{running, yours}, {running, more}}));
    };
    CHECK(said({"ends(1)", "step(): computes 1", "running 1", "waiting 3"},
               {"ends(1)", "step(): computes 1; refused 3", "running 2", "waiting 3"}) == "first-lines");
    CHECK(said({"ends(1)", "step(): computes 2; refused 2", "running 1", "waiting 3"},
               {"ends(1)", "step(): computes 1; refused 3", "running 2", "waiting 3"})
              .empty());
    CHECK(said({"ends(2)", "step(): computes 1", "running 1", "waiting 3"},
               {"ends(1)", "step(): computes 1", "running 2", "waiting 3"})
              .empty());
    CHECK(said(running, {"ends(1)", "step(): computes 1", "running 1", "waiting 3"}).empty());  // which is little
}

TEST_CASE("of lists among several outputs it is said which") {
    auto records = records_of({{whole({1, 2, 3}), whole({1, 2, 3, 4})}, {whole({4, 5}), whole({4, 5, 6})}});
    for (Record& record : records) {
        record.expected.outputs.insert(record.expected.outputs.begin(), whole({0}));
        record.learner.outputs.insert(record.learner.outputs.begin(), whole({0}));
        record.expected.names = {"one", "other"};
    }
    CHECK(first_said(records) == "one-behind");
    for (Record& record : records) record.expected.names.clear();
    CHECK(first_said(records).empty());
}
