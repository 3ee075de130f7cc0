#include "grader/log.hpp"

#include <functional>

#include "grader/catch.hpp"
#include "row.hpp"

using namespace grader;

namespace {

std::string written(const std::function<void(Log&)>& run) {
    std::string bytes;
    Log log([&bytes](const std::string& more) { bytes += more; });
    run(log);
    return bytes;
}

const std::string two_tests = written([](Log& log) {
    Outcome wrong;
    wrong.outputs = {row({1, 2})};
    log.begin_test("a");
    log.begin_call();
    log.passed();
    log.begin_call();
    log.failed(wrong, true);
    log.begin_test("b");
    log.begin_call();
});

}  // namespace

TEST_CASE("a log tells what passed, what failed and where the process ended") {
    auto tests = read_log(two_tests);
    REQUIRE(tests.size() == 2);
    REQUIRE(tests["a"].size() == 2);
    CHECK_FALSE(tests["a"][0]);
    CHECK(std::get<Floats>(tests["a"][1]->outputs.at(0).is).values == std::vector<float>{1, 2});
    CHECK(tests["a"][1]->right_alone);
    REQUIRE(tests["b"].size() == 1);
    CHECK(tests["b"][0]->kind == Outcome::Kind::ended);
}

TEST_CASE("half a log tells half, and another's bytes tell nothing") {
    for (std::size_t size = 0; size < two_tests.size(); ++size) {
        const auto tests = read_log(std::string_view(two_tests).substr(0, size));
        CHECK(tests.size() <= 2);
        for (const auto& [name, calls] : tests) CHECK(calls.size() <= 2);
    }
    CHECK(read_log("nothing of the kind").empty());
}
