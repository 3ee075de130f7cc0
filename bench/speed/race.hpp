#pragma once

#include <functional>
#include <string>
#include <vector>

namespace tiny_llm::bench {

/// One that is timed, with everything else that takes part, in the same minute.
struct Racer {
    std::string impl;
    std::size_t threads = 1;
    std::function<double(std::size_t times, std::size_t threads)> seconds;  // for so many runs, one after another
    std::size_t times = 1;                                                  // in each round
    std::vector<double> samples = {};                                       // milliseconds for one run

    double median() const;
};

/// Runs the racers in turn, round after round, so that whatever else the machine does meets all of them. The order is drawn
/// anew for each round: who always came after the same one would always find what that one leaves in the caches. Who is
/// faster than a clock tells runs several times in each round.
/// `progress` is told how many rounds are done, of how many.
void race(std::vector<Racer>& racers, double budget_seconds,
          const std::function<void(std::size_t, std::size_t)>& progress);

}  // namespace tiny_llm::bench
