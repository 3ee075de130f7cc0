#include "bench/medal.hpp"

#include "grader/catch.hpp"

using namespace learn;

namespace {

using Times = std::vector<std::pair<std::string, double>>;

/// One operation with these shapes, and of each the times, of which the limit's is 1.
BenchResults timed(const std::vector<std::pair<std::string, Times>>& shapes) {
    BenchResults results;
    results.plans.push_back({"silu", {}, {}});
    for (const auto& [shape, times] : shapes) {
        results.plans[0].shapes.push_back(shape);
        results.rows.push_back(
            {"silu", shape, "solution", 2, 0.1, 0.1, "", {}});  // with more threads: nobody's measure
        for (const auto& [impl, time] : times) results.rows.push_back({"silu", shape, impl, 1, time, time, "", {}});
        results.rows.push_back({"silu", shape, "limit", 1, 1, 1, "memcpy", {}});
    }
    return results;
}

/// The learner's beside those.
Medal medal_of(double yours, Times others) {
    others.insert(others.begin(), {"yours", yours});
    const BenchResults results = timed({{"1x8", others}});
    return medal(results, results.rows[1]);
}

const std::vector<std::string> ladder{"step:plain", "step:one-loop", "step:own-exp", "solution"};

}  // namespace

TEST_CASE("gold is within 5 % of the solution") {
    CHECK(medal_of(3.15, {{"solution", 3}}) == Medal::gold);
    CHECK(medal_of(2, {{"solution", 3}}) == Medal::gold);
    CHECK(medal_of(3.16, {{"solution", 3}}) == Medal::none);
    CHECK(medal_of(0.1, {}) == Medal::silver);
}

TEST_CASE("gold is also ahead of every peer, and nobody is ahead where there is none") {
    CHECK(medal_of(3, {{"solution", 1}, {"eigen", 3.1}, {"pytorch", 9}, {"step:plain", 4}}) == Medal::gold);
    CHECK(medal_of(3, {{"solution", 1}, {"eigen", 3.1}, {"pytorch:layer_norm", 2.9}}) == Medal::none);
    CHECK(medal_of(3, {{"solution", 1}, {"openblas", 3}}) == Medal::none);
    CHECK(medal_of(3, {{"solution", 1}, {"step:bfloat16-weights", 4}, {"plain", 9}}) == Medal::none);
}

TEST_CASE("silver is at most 1.4 times the limit, bronze twice, or half of the plain step") {
    const Times solution{{"solution", 1}, {"eigen", 1}};
    CHECK(medal_of(1.4, solution) == Medal::silver);
    CHECK(medal_of(1.41, solution) == Medal::bronze);
    CHECK(medal_of(2, solution) == Medal::bronze);
    CHECK(medal_of(2.01, solution) == Medal::none);
    CHECK(medal_of(50, {{"solution", 1}, {"step:plain", 100}}) == Medal::bronze);
    CHECK(medal_of(50.1, {{"solution", 1}, {"step:plain", 100}}) == Medal::none);
    CHECK(medal_of(0, {{"solution", 1}}) == Medal::none);
}

TEST_CASE("an operation has the lowest medal of its shapes, and says which shapes hold it back") {
    const Times gold{{"yours", 1}, {"solution", 1}}, silver{{"yours", 1.3}, {"solution", 1}},
        none{{"yours", 3}, {"solution", 1}}, not_timed{{"solution", 1}};
    const auto stands = [](const std::vector<std::pair<std::string, Times>>& shapes) {
        const BenchResults results = timed(shapes);
        return standing(results, results.plans[0], ladder);
    };
    const auto mixed = stands({{"1x8", silver}, {"8x8", gold}, {"64x8", silver}});
    REQUIRE(mixed);
    CHECK(mixed->medal == Medal::silver);
    CHECK(mixed->lowest == std::vector<std::string>{"1x8", "64x8"});
    CHECK(stands({{"1x8", gold}, {"8x8", silver}, {"64x8", none}})->lowest == std::vector<std::string>{"64x8"});
    CHECK(stands({{"1x8", gold}, {"8x8", none}})->medal == Medal::none);
    CHECK(stands({{"1x8", gold}, {"8x8", gold}})->medal == Medal::gold);
    CHECK(stands({{"1x8", gold}, {"8x8", gold}})->lowest.empty());

    const auto lacking = stands({{"1x8", gold}, {"8x8", not_timed}});
    CHECK(lacking->medal == Medal::none);
    CHECK(lacking->lowest == std::vector<std::string>{"8x8"});
    CHECK(lacking->shape == "1x8");
    CHECK_FALSE(stands({{"1x8", not_timed}}));
}

TEST_CASE(
    "the rung beside the learner's is the nearest by ratio at the most rows, the next one the first that is faster") {
    const auto stands = [](double yours) {
        const Times steps{{"yours", yours},        {"solution", 1},     {"step:plain", 20},
                          {"step:one-loop", 21.0}, {"step:own-exp", 4}, {"step:bfloat16-weights", 0.5}};
        const BenchResults results = timed({{"1x8", {{"yours", 1}, {"step:plain", 1}}}, {"512x8", steps}});
        const auto s = standing(results, results.plans[0], ladder);
        CHECK(s->shape == "512x8");
        return s->beside + " " + s->next;
    };
    CHECK(stands(40) == "step:one-loop step:one-loop");
    CHECK(stands(20.1) == "step:plain step:own-exp");   // the one between is slower
    CHECK(stands(9) == "step:plain step:own-exp");      // 9 / 4 is more than 20 / 9
    CHECK(stands(8.9) == "step:own-exp step:own-exp");  // the nearest, and far ahead all the same
    CHECK(stands(4) == "step:own-exp solution");
    CHECK(stands(1.9) == "solution solution");
    CHECK(stands(1.04) == "solution ");
    CHECK(stands(0.5) == "solution ");
}

TEST_CASE("the next rung is one that is faster where the medal was lost") {
    const auto next = [](double few, double many) {
        const BenchResults results =
            timed({{"1x8", {{"yours", few}, {"step:plain", 9}, {"step:own-exp", 3}, {"solution", 3}}},
                   {"512x8", {{"yours", many}, {"step:plain", 9}, {"step:own-exp", 9}, {"solution", 8.9}}}});
        return standing(results, results.plans[0], ladder)->next;
    };
    CHECK(next(9, 9) == "step:own-exp");
    CHECK(next(3, 9).empty());
    CHECK(next(3, 20) == "step:plain");
}

TEST_CASE("a medal is read back by its name, and any other word is none") {
    for (const Medal medal : {Medal::none, Medal::bronze, Medal::silver, Medal::gold}) {
        CHECK(medal_from(name(medal)) == medal);
    }
    CHECK(medal_from("platinum") == Medal::none);
}

TEST_CASE("a shape of which the limit was not told yet is forgotten when the program is stopped") {
    const std::string plan = R"({"event":"plan","op":"silu","shapes":["1x8","8x8"],"impls":["yours","limit"]})";
    const auto row = [](const std::string& shape, const std::string& impl, int threads) {
        return R"({"event":"row","op":"silu","shape":")" + shape + R"(","impl":")" + impl + R"(","threads":)" +
               std::to_string(threads) + R"(,"median_ms":1,"ratio_to_limit":1})" + "\n";
    };
    BenchResults results;
    results.forget_half_a_shape();
    results.read(plan + "\n" + row("1x8", "yours", 1) + row("1x8", "limit", 2) + row("1x8", "limit", 1));
    results.forget_half_a_shape();
    CHECK(results.rows.size() == 3);
    results.read(row("8x8", "yours", 1) + row("8x8", "limit", 2));
    results.forget_half_a_shape();
    CHECK(results.rows.size() == 3);
}
