// An answer that keeps something from call to call is right until a call looks like an earlier one.
#include <csignal>
#include <map>

#include "grader/again.hpp"
#include "grader/arguments.hpp"
#include "grader/catch.hpp"
#include "grader/judge.hpp"
#include "grader/report.hpp"

using namespace grader;

namespace {

Values halved(Arguments& a) { return {Tensor(a["x"] * 0.5f)}; }
Values kept_by_shape(Arguments& a) {
    static std::map<std::size_t, Tensor> kept;
    return {kept.try_emplace(a["x"].size(), a["x"] * 0.5f).first->second};
}
Values kept_by_address(Arguments& a) {
    static const float* of = nullptr;
    static Tensor kept;
    if (of != a["x"].data()) of = a["x"].data(), kept = a["x"] * 0.5f;
    return {kept};
}
// Of one argument alone: what the other is does not matter.
Values kept_by_x(Arguments& a) {
    static std::map<float, Tensor> kept;
    return {kept.try_emplace(a["x"](0), a["x"] * a["weight"]).first->second};
}
Values scratch_kept(Arguments& a) {
    static Tensor scratch;
    scratch.resize(a["x"].shape());
    scratch = a["x"] * 0.5f;
    return {scratch};
}
Values ended_by_small_numbers(Arguments& a) {
    if (a["x"](0) < 1.5f) std::raise(SIGSEGV);
    return {Tensor(a["x"] * 0.5f)};
}
Values text_kept_by_length(Arguments& a) {
    static std::map<std::size_t, std::string> kept;
    return {kept.try_emplace(a.text("text").size(), a.text("text")).first->second};
}
Values last_id(Arguments& a) {
    static std::map<std::size_t, std::int64_t> kept;
    const auto ids = a.numbers<int>("ids");
    return {kept.try_emplace(ids.size(), ids.back()).first->second};
}

const Module module{nullptr, 0, &grader::run};

/// Made again so often that each argument alone was another.
bool is_refused(Function function, const Call& call, Values outputs) {
    const Expectation expected{std::move(outputs), {}};
    begin_again(module, function);
    CHECK(meets(run(function, call), expected));  // made once it is right
    bool refused = false;
    for (std::size_t turn = 0; turn < call.arguments.size(); ++turn) {
        const auto made = made_again(call);
        REQUIRE(made);
        if (meets(made->outcome, expected)) continue;
        refused = true;
        CHECK(report(*made, expected).starts_with("| again"));
    }
    return refused;
}

const Call x{"", {{"x", Floats({3}, std::vector<float>{2, 3, 4})}}};
const Values half_of_x{Floats({3}, std::vector<float>{1, 1.5f, 2})};

}  // namespace

TEST_CASE("what is kept from call to call is refused, whatever it is kept by") {
    CHECK(is_refused(&kept_by_shape, x, half_of_x));
    CHECK(is_refused(&kept_by_address, x, half_of_x));
    const Call of_two{"", {{"weight", Floats({1}, 5.0f)}, {"x", Floats({1}, 3.0f)}}};
    CHECK(is_refused(&kept_by_x, of_two, {Floats({1}, 15.0f)}));
    CHECK(is_refused(&text_kept_by_length, {"", {{"text", "a\xC3\xA9"}}}, {"a\xC3\xA9"}));
    CHECK(is_refused(&last_id, {"", {{"ids", Integers({3}, {7, 8, 9})}}}, {9}));
}

TEST_CASE("memory that is only used again is nobody's mistake") {
    CHECK_FALSE(is_refused(&halved, x, half_of_x));
    CHECK_FALSE(is_refused(&scratch_kept, x, half_of_x));
}

TEST_CASE("where a call like it ends the process, that call is told") {
    begin_again(module, &ended_by_small_numbers);
    const auto made = made_again({"", {{"x", Floats({1}, 2.0f)}, {"n", Integers({2}, {1, 2})}}});
    REQUIRE(made);
    CHECK(made->outcome.kind == Outcome::Kind::ended);
    CHECK(report(*made, {half_of_x, {}}).find("Segmentation fault") != std::string::npos);
    CHECK(report(*made, {half_of_x, {}}).find("n [2, 1]") != std::string::npos);
    CHECK_FALSE(made_again(x));  // nobody is there any more
}

TEST_CASE("alone, a call finds nothing of the calls before it") {
    const auto of = [](float number) { return Call{"", {{"x", Floats({4}, number)}}}; };
    const Expectation four{{Floats({4}, 4.0f)}, {}};
    begin_again(module, &kept_by_shape);
    run(module, &kept_by_shape, of(7));
    CHECK_FALSE(meets(run(module, &kept_by_shape, of(8)), four));
    REQUIRE(made_alone(of(7)));
    const auto alone = made_alone(of(8));
    REQUIRE(alone);
    CHECK(meets(*alone, four));
    begin_again(module, &ended_by_small_numbers);
    CHECK_FALSE(made_alone(of(1)));
    CHECK(made_alone(of(2)));  // the next one is made all the same
}

TEST_CASE("a call that is large, or of threads, is made once") {
    begin_again(module, &halved);
    CHECK_FALSE(made_again({"", {{"x", Floats({1u << 20}, 1.0f)}}}));
    CHECK_FALSE(made_again({"", {{"x", Floats({2}, 1.0f)}, {"threads", 3}, {"runs", 2}}}));
    CHECK(made_again(x));
}

TEST_CASE("calls like another have its shapes, and what shapes depend on stays") {
    const Call call{"f",
                    {{"x", Floats({2}, std::vector<float>{1, 2})},
                     {"ids", Integers({3}, {4, 5, 6})},
                     {"normalized_shape", Integers({2}, {3, 4})},
                     {"weights", Values{Floats({1}, 2.0f), Floats({2}, 4.0f)}},
                     {"words", Values{"a", "bc"}},
                     {"eps", 0.5},
                     {"k", 3},
                     {"head_dim", 8},
                     {"out before", Floats({2}, 7.0f)}}};
    const auto others = others_like(call, 0);
    REQUIRE(others.size() == 2);
    const Call& all = others[0];
    CHECK(all.function == "f");
    CHECK(std::get<Floats>(all["x"].is).values == std::vector<float>{1, 0.5f});
    CHECK(std::get<Integers>(all["ids"].is).values == std::vector<std::int64_t>{6, 5, 4});
    CHECK(std::get<Integers>(all["normalized_shape"].is).values == std::vector<std::int64_t>{3, 4});
    const auto& weights = std::get<Values>(all["weights"].is);
    CHECK(std::get<Floats>(weights[0].is).values == std::vector<float>{1});
    CHECK(std::get<Floats>(weights[1].is).shape == std::vector<std::size_t>{2});
    CHECK(std::get<std::string>(std::get<Values>(all["words"].is)[0].is) == "bc");
    CHECK(std::get<double>(all["eps"].is) == 0.25);
    CHECK(std::get<std::int64_t>(all["k"].is) == 3);  // only where nothing else changes
    CHECK(std::get<Floats>(all["out before"].is).values == std::vector<float>{7, 7});
    CHECK(std::get<std::int64_t>(others_like(call, 5)[1]["k"].is) == 2);
    for (std::size_t turn = 0; turn < 8; ++turn)
        CHECK(std::get<std::int64_t>(others_like(call, turn)[1]["head_dim"].is) == 8);
}
