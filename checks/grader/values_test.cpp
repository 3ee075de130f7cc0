// What the grader can ask besides tensors, each with a function as a learner would write it, right and wrong: token ids, text
// and bytes, several calls on one object, a callable that counts, draws from a distribution, and several processes.
#include <sys/mman.h>

#include <atomic>
#include <csignal>
#include <stdexcept>

#include "grader/arguments.hpp"
#include "grader/catch.hpp"
#include "grader/judge.hpp"
#include "grader/processes.hpp"
#include "grader/report.hpp"

using namespace grader;

namespace {

bool passes(Function function, const Call& call, const Expectation& expected) {
    const Outcome outcome = run(function, call);
    const bool good = meets(outcome, expected);
    if (!good) CHECK_FALSE(report(call, outcome, expected).empty());
    return good;
}

Expectation exactly(Values outputs) { return {std::move(outputs), {}, false, false}; }

// Token ids.

std::vector<int> reversed(std::vector<int> ids) { return {ids.rbegin(), ids.rend()}; }
Values call_reversed(Arguments& a) {
    const auto ids = reversed(a.numbers<int>("ids"));
    return {Integers({ids.size()}, {ids.begin(), ids.end()})};
}
Values call_not_reversed(Arguments& a) {
    const auto ids = a.numbers<int>("ids");
    return {Integers({ids.size()}, {ids.begin(), ids.end()})};
}

// Text and bytes.

Values call_joined(Arguments& a) { return {a.text("left") + a.text("right")}; }
Values call_pieces(Arguments& a) { return {Values{a.text("left"), a.text("right")}}; }

// An object that is called several times, and refuses once.

struct Counter {
    explicit Counter(std::size_t capacity) : capacity(capacity) {}
    void add(std::size_t n) {
        if (length + n > capacity) throw std::invalid_argument("no room");
        length += n;
    }
    std::size_t capacity, length = 0;
};
struct CareLess : Counter {
    using Counter::Counter;
    void add(std::size_t n) {
        length += n;
        if (length > capacity) throw std::invalid_argument("no room");
    }
};
template <class Object>
Values call_several_times(Arguments& a) {
    Object object(a.number<std::size_t>("capacity"));
    Values lengths;
    for (const std::size_t n : a.numbers<std::size_t>("steps")) {
        try {
            object.add(n);
        } catch (const std::invalid_argument&) {
            lengths.push_back("refused");
        }
        lengths.push_back(object.length);
    }
    return {lengths};
}

// A callable that counts how it is called, and with what.

std::vector<int> doubled_until(const std::function<int(int)>& next, int first, int limit) {
    std::vector<int> all{first};
    while (all.back() < limit) all.push_back(next(all.back()));
    return all;
}
std::vector<int> doubled_twice(const std::function<int(int)>& next, int first, int limit) {
    std::vector<int> all{first};
    while (all.back() < limit) next(all.back()), all.push_back(next(all.back()));
    return all;
}
template <auto function>
Values call_counting(Arguments& a) {
    std::vector<std::int64_t> asked;
    const auto all =
        function([&](int n) { return asked.push_back(n), 2 * n; }, a.number<int>("first"), a.number<int>("limit"));
    return {Integers({all.size()}, {all.begin(), all.end()}), asked.size(), Integers({asked.size()}, asked)};
}

// Draws: token k with probability (k + 1) / 6.

int drawn(double u) { return u < 1.0 / 6 ? 0 : u < 3.0 / 6 ? 1 : 2; }
int drawn_evenly(double u) { return static_cast<int>(3 * u); }
template <auto function>
Values call_drawing(Arguments& a) {
    const auto n = a.number<std::size_t>("draws");
    std::vector<std::int64_t> all;
    for (std::size_t i = 0; i < n; ++i)
        all.push_back(function((static_cast<double>(i) + 0.5) / static_cast<double>(n)));
    return {Integers({n}, all)};
}

// Several processes, which can see one number together.

Values call_in_processes(Arguments& a) {
    auto* shared =
        new (::mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))
            std::atomic<int>(0);
    const int count = a.number<int>("processes");
    const auto behaviour = a.text("behaviour");
    return in_processes(count, [&](int rank) -> Values {
        if (rank == 1 && behaviour == "crashes") std::raise(SIGKILL);  // which no sanitizer catches
        if (rank == 1 && behaviour == "exits") ::_exit(3);
        if (rank == 1 && behaviour == "throws") throw std::runtime_error("no");
        *shared += rank + 1;
        while (*shared < count * (count + 1) / 2) {
        }
        return {rank, shared->load()};
    });
}

}  // namespace

TEST_CASE("token ids are asked for and are exact") {
    const Call call{"", {{"ids", Integers({3}, {5, 6, 7})}}};
    CHECK(passes(&call_reversed, call, exactly({Integers({3}, {7, 6, 5})})));
    CHECK_FALSE(passes(&call_not_reversed, call, exactly({Integers({3}, {7, 6, 5})})));
}

TEST_CASE("text and bytes are asked for, half characters and zeros too") {
    const Call call{"", {{"left", std::string("\xE4\xBD", 2)}, {"right", std::string("\xA0\0", 2)}}};
    CHECK(passes(&call_joined, call, exactly({std::string("\xE4\xBD\xA0\0", 4)})));
    CHECK_FALSE(passes(&call_joined, call, exactly({std::string("\xE4\xBD\xA0", 3)})));
    CHECK(passes(&call_pieces, call, exactly({Values{std::string("\xE4\xBD", 2), std::string("\xA0\0", 2)}})));
    CHECK_FALSE(passes(&call_pieces, call, exactly({std::string("\xE4\xBD\xA0\0", 4)})));
}

TEST_CASE("one object is called several times, and what a refusal leaves is seen") {
    const Call call{"", {{"capacity", 4}, {"steps", Integers({4}, {1, 2, 2, 1})}}};
    const Expectation expected = exactly({Values{1, 3, "refused", 3, 4}});
    CHECK(passes(&call_several_times<Counter>, call, expected));
    CHECK_FALSE(passes(&call_several_times<CareLess>, call, expected));
}

TEST_CASE("a callable counts how often it was called, and with what") {
    const Call call{"", {{"first", 3}, {"limit", 20}}};
    const Expectation expected = exactly({Integers({4}, {3, 6, 12, 24}), 3, Integers({3}, {3, 6, 12})});
    CHECK(passes(&call_counting<doubled_until>, call, expected));
    CHECK_FALSE(passes(&call_counting<doubled_twice>, call, expected));
}

TEST_CASE("draws are held against their probabilities") {
    const Call call{"", {{"draws", 6000}}};
    const Expectation expected{{Floats({3}, {1.0f / 6, 2.0f / 6, 3.0f / 6})}, {}, false, true};
    CHECK(passes(&call_drawing<drawn>, call, expected));
    CHECK_FALSE(passes(&call_drawing<drawn_evenly>, call, expected));
}

TEST_CASE("several processes work at the same time, and each gives what it has") {
    const auto call = [](const char* behaviour) { return Call{"", {{"processes", 3}, {"behaviour", behaviour}}}; };
    CHECK(passes(&call_in_processes, call("works"), exactly({Values{0, 6}, Values{1, 6}, Values{2, 6}})));
    for (const auto& [behaviour, said] :
         {std::pair("crashes", "process 1 of 3 was ended: Killed"), std::pair("exits", "process 1 of 3 exited with 3"),
          std::pair("throws", "process 1 of 3 threw: no")}) {
        const Outcome outcome = run(&call_in_processes, call(behaviour));
        CHECK(outcome.kind == Outcome::Kind::other_exception);
        CHECK(outcome.what == said);
    }
}

TEST_CASE("arguments that were changed are named, those that were asked for and left alone are not") {
    const Call call{"", {{"x", Floats({2}, 1.0f)}, {"weight", Floats({2}, 2.0f)}, {"other", Floats({2}, 3.0f)}}};
    const auto edits = [](Arguments& a) -> Values {
        a["x"].fill(0.0f);
        a["weight"] = Tensor(a["weight"]);
        return {a["weight"]};
    };
    CHECK(run(+edits, call).modified == std::vector<std::string>{"x"});
    const auto reshapes = [](Arguments& a) -> Values {
        a["weight"].reshape({1, 2});
        return {1};
    };
    CHECK(run(+reshapes, call).modified == std::vector<std::string>{"weight"});
}
