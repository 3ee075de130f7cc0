// What chapter 4 of week 3 shows, and what it says of it.

#include <algorithm>
#include <numeric>
#include <vector>

#include "checks/pages/code/is.hpp"
#include "week3/04-many/schedule.hpp"

using namespace tiny_llm;

TEST_CASE("w3.4: where the rows of a request begin") {
    // region begin
    std::vector<std::size_t> writing{1, 1, 1}, asked{1, 4, 1};
    // Where the rows of request 2 begin:
    std::size_t begin = writing[0] + writing[1];  // 2
    begin = asked[0] + asked[1];                  // 5
    // endregion
    CHECK(begin == 5);
    CHECK(writing[0] + writing[1] == 2);
}

TEST_CASE("w3.4: one row after another, by hand and gone wrong") {
    // A weight is 3 at a key's own position, 1 a position away, and 1/3 two positions away.
    CHECK((1 * 4 + 3 * 8) / 4 == 7);
    CHECK((1 * 8 + 3 * 4) / 4 == 5);
    CHECK((8.0 / 3 + 3 * 4) / (1.0 / 3 + 3) == Approx(4.4));
    CHECK((3 * 8 + 3 * 4) / 6 == 6);
}

TEST_CASE("w3.4: copies of two lists, and names for them") {
    Server server;
    server.running = {{1, 5, 5}, {2, 14, 3}};
    // region names
    auto [mine, queue] = server;        // copies of both lists
    mine.pop_back();                    // server keeps its request
    auto& [running, waiting] = server;  // the lists themselves
    running.pop_back();                 // server has lost it
    // endregion
    CHECK(mine.size() == 1);
    CHECK(queue.empty());
    CHECK(server.running.size() == 1);
    CHECK(&waiting == &server.waiting);
    server.running = {{1, 5, 5}, {2, 14, 3}};
    auto [again, unused] = server;
    again.pop_back();
    CHECK(server.running.size() == 2);
}

TEST_CASE("w3.4: a pass waits for the longest answer") {
    CHECK((7 * 50 + 400) / 400.0 == Approx(1.9).epsilon(0.02));
    CHECK(8 / 1.9 > 4);
    CHECK(400 - 50 == 350);
    // Milliseconds for 1, 8 and 32 rows.
    CHECK(1.8 / (8 * 0.65) == Approx(1.0 / 3).epsilon(0.05));
    CHECK(3.5 / (32 * 0.65) == Approx(1.0 / 6).epsilon(0.05));
    CHECK(896 * 4'864 * 4 == Approx(17e6).epsilon(0.03));
}

TEST_CASE("w3.4: sums that begin with 0 and with 0.0") {
    // region sum
    std::vector<double> itl{0.5, 0.5, 1, 1, 2};
    std::accumulate(itl.begin(), itl.end(), 0);    // 4
    std::accumulate(itl.begin(), itl.end(), 0.0);  // 5
    // endregion
    CHECK(std::accumulate(itl.begin(), itl.end(), 0) == 4);
    CHECK(std::accumulate(itl.begin(), itl.end(), 0.0) == 5);
    CHECK(4 / 5.0 == Approx(0.8));
}

TEST_CASE("w3.4: figures of four requests, right and wrong") {
    const auto percentile = [](std::vector<double> times, double p) {
        std::sort(times.begin(), times.end());
        const double position = double(times.size() - 1) * p / 100;
        const auto below = std::size_t(position), above = std::min(below + 1, times.size() - 1);
        return times[below] + (position - double(below)) * (times[above] - times[below]);
    };
    const std::vector<double> ttft{1, 2, 4}, tpot{4.0 / 3, 0.5}, itl{1, 1, 2, 0.5, 0.5};
    CHECK(percentile(ttft, 99) == Approx(3.96));
    CHECK(percentile(tpot, 50) == Approx(0.917).epsilon(0.001));
    CHECK(percentile(tpot, 99) == Approx(1.325));
    CHECK(percentile(itl, 50) == 1);
    CHECK(percentile(itl, 99) == Approx(1.96));
    CHECK((4.0 / 4 + 1.0 / 3) / 2 == Approx(0.667).epsilon(0.001));
    CHECK((4.0 / 3 + 0 + 0.5) / 3 == Approx(0.611).epsilon(0.001));
    CHECK(1 / 7.0 == Approx(0.143).epsilon(0.002));
    // 101 tokens with one pause, and with two.
    std::vector<double> pauses(100, 0.02);
    pauses[40] = 2;
    CHECK(std::accumulate(pauses.begin(), pauses.end(), 0.0) / 100 == Approx(0.0398));
    CHECK(percentile(pauses, 99) == Approx(0.0398));
    pauses[41] = 2;
    CHECK(percentile(pauses, 99) == 2);
    // Seconds since 1970 in float.
    CHECK(std::nextafter(1.764e9f, 2e9f) - 1.764e9f == 128);
}
